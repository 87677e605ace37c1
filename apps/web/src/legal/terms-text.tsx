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
          <li>
            After the handover you have 48 hours to check the phone. The money is the seller’s after them, or as soon as
            you say that all is fine; that cannot be undone.
          </li>
          <li>What you agree with the other side after that is between you.</li>
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
          why, and whom to write to.
        </p>
      </LegalSection>
    </>
  )
}
