import { LegalSection } from './legal-page.tsx'

/** What buyers, sellers and the market owe each other, as the product does it. */
export function TermsText() {
  return (
    <>
      <LegalSection title="What this market is">
        <p>
          People post phones here and sell them to each other. A sale is between the seller and the buyer. The market
          holds the booking, takes the payment by card, and keeps the record.
        </p>
        <p>A tick beside a seller’s name means that an admin of the market has verified the seller, not each phone.</p>
      </LegalSection>
      <LegalSection title="Booking">
        <p>
          A booking holds the phone for its buyer until the time that stands beside it under My orders. An unpaid
          booking can be cancelled, and ends by itself when the time runs out. The phone is then for others again.
        </p>
        <p>The price is the one at which the phone was booked. It does not change afterwards.</p>
      </LegalSection>
      <LegalSection title="Paying, and taking the phone">
        <p>
          You pay by card in full. Your order then has a code of six digits, which you alone see. Look at the phone
          first, and show the code to the seller when you take it: the seller enters it, and the phone counts as handed
          over.
        </p>
      </LegalSection>
      <LegalSection title="Money back">
        <ul>
          <li>If the phone is gone at the moment when you pay, your money goes back to your card.</li>
          <li>The seller or an admin can refund a paid order, and says why.</li>
          <li>
            Buyer and seller can cancel a paid order together: one proposes it, and the other has 48 hours to accept.
            All of the payment goes back then.
          </li>
          <li>
            Who was not met at the agreed time can report it, and the other side has 24 hours to answer. If they agree,
            or the seller says nothing, the order is refunded.
          </li>
          <li>
            If neither side says within 14 days of the payment that the phone was handed over, the order is refunded. If
            the seller says so without the code, the buyer is asked, and an admin decides.
          </li>
          <li>
            While your bank disputes a payment, the phone is not handed over, and an admin may tell the bank about the
            deal. If the bank takes the money back, the order ends.
          </li>
          <li>A refund goes to the card that paid. How long it takes is up to its bank.</li>
        </ul>
      </LegalSection>
      <LegalSection title="After the handover">
        <p>
          The market holds the money while you check the phone: for 48 hours after the handover, or until you say that
          all is fine. Then it is the seller’s, which cannot be undone. What you agree with the other side after that is
          between you.
        </p>
        <ul>
          <li>
            Until then you can report a problem, with pictures, on the page of your order. You say what you want: your
            money back, a part of it, or to return the phone for it. The money is held until that is settled.
          </li>
          <li>
            The seller has 48 hours to agree, to offer a part, or to disagree; you have as long to answer an offer.
            Where the two do not agree, or one says nothing, an admin decides, as a rule within 72 hours, and says why.
          </li>
          <li>
            To return the phone you meet again within 7 days. The seller shows a code when they have it, you enter the
            code, and all of your money goes back. Without a return an admin decides.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="What selling costs, and how you are paid">
        <ul>
          <li>
            The market keeps a fee of what the seller is paid. It is shown before you post a phone and on each of its
            orders, with its tax if there is any, and it stays as it was when the phone was booked. Of what goes back to
            the buyer there is no fee.
          </li>
          <li>
            You are paid to your bank account by our payment provider, who asks who you are. Until you have set that up
            the money waits for you.
          </li>
          <li>
            If money goes back to a buyer after you were paid, you owe your part of it: it is taken from what the
            provider still has for you, or kept from later sales.
          </li>
          <li>An admin can stop payouts to a seller while a problem is looked into, and says why.</li>
        </ul>
      </LegalSection>
      <LegalSection title="What is not allowed">
        <ul>
          <li>Posting a phone that is not yours to sell, is stolen, or is locked to somebody else’s account.</li>
          <li>Hiding a fault that you know of, or showing pictures of another phone.</li>
          <li>Booking what you do not mean to buy.</li>
        </ul>
        <p>
          Whoever is signed in can report a post. An admin looks at it, and keeps it or removes it with a reason that
          its seller reads; an unpaid booking of it ends then. The seller does not learn who has reported it.
        </p>
        <p>
          An admin can suspend or remove the account of whoever does so. Their unsold posts are hidden or end with it,
          their unpaid bookings end, and paid orders that were not handed over are refunded. Whoever is suspended reads
          why, and whom to write to. The money for a phone that they had just got is held for 14 days more: they can
          write that something is wrong with it, and an admin reports it for them.
        </p>
      </LegalSection>
    </>
  )
}
