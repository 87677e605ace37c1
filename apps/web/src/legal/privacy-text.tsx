import { LegalSection } from './legal-page.tsx'

/** What is kept of people, who sees it, and how it goes, as the product does it. */
export function PrivacyText() {
  return (
    <>
      <LegalSection title="What is kept">
        <ul>
          <li>Your name, email address and account type. Your password stays with the sign-in provider.</li>
          <li>What you post: its text, price, place and pictures.</li>
          <li>What you book: the phone, its price, your telephone number, and where and when you want to meet.</li>
          <li>The short notes that you write to the other side of an order, and what you propose to them.</li>
          <li>The problems that you report with a phone and what is answered, with pictures.</li>
          <li>The posts that you report, and what you write about them.</li>
          <li>Your favorites, saved searches and notices, and which phones you wait for.</li>
          <li>
            Where you are signed in: what your browser calls itself, its network and when. It is kept for 30 days after
            you sign out, or 90 days after it was used last.
          </li>
          <li>
            A record of what was done, by whom and when, with the reasons that were typed. Only admins read it. It is
            signed and kept for good: nothing can be taken out of it.
          </li>
          <li>
            Of an email that an admin has banned when its account was deleted: a code by which it is known again, and
            why. The email itself is not kept.
          </li>
          <li>A log of the server: the time, path and network address of each request, without telephone numbers.</li>
        </ul>
      </LegalSection>
      <LegalSection title="Who sees it">
        <ul>
          <li>Everyone: your posts, with the name that you give on them.</li>
          <li>The seller of a phone that you booked: your name, email address, telephone number and meeting place.</li>
          <li>Whoever is signed in can look up, by programs, the email address of who sells a phone.</li>
          <li>
            The other side of your order: what you write, propose, report and answer about it, and your pictures of it.
          </li>
          <li>
            The admins of the market: your email address, your posts, orders, problems and reports, where you are signed
            in, and what was done.
          </li>
          <li>The sign-in provider, for signing you in, and the image host, for your pictures.</li>
          <li>The payment provider: your name and email address, when you pay.</li>
          <li>
            Your bank, by the payment provider, when it disputes a payment: what was sold, your name and email address,
            where you met, what was done, and what buyer and seller wrote to each other. The payment provider too, when
            you sell and set up payouts: the id of your account here. Who you are and where your money goes you tell the
            provider yourself; this market reads only whether you can be paid, and what the provider still asks for. It
            keeps that after your account is gone, so that you can be paid.
          </li>
        </ul>
      </LegalSection>
      <LegalSection title="Cards">
        <p>
          Your card’s number goes straight to the payment provider and never reaches this market. What is kept here is
          the payment’s id, its amount, and what became of it.
        </p>
      </LegalSection>
      <LegalSection title="Pictures">
        <p>
          Each picture is drawn anew before it is kept. Where and when it was taken, and what else the camera wrote into
          it, is gone then.
        </p>
      </LegalSection>
      <LegalSection title="In your browser">
        <p>
          While you are signed in your browser keeps what shows it. It also keeps the theme that you chose, a sign-up
          that is not finished, and the id of a payment until it is recorded. So that you can read them without a
          connection, it keeps the phones that you looked at, your orders and their handover codes for a week, and
          deletes them when you sign out or your session ends. There is no advertising and no tracking, and these pages
          set no cookies of their own; the sign-in and payment providers may set theirs.
        </p>
      </LegalSection>
      <LegalSection title="Your data">
        <p>
          On your account’s page you can ask for a file of all that is yours, with your pictures. It can be downloaded
          for seven days.
        </p>
      </LegalSection>
      <LegalSection title="Leaving">
        <p>
          You delete your account on its page, and can keep it after all for seven days. Your unsold posts and unpaid
          bookings end at once. Then your sign-in, your name, your email address, what you have typed and your pictures
          are deleted. The record of orders and payments stays, without your name, and so does the record of what was
          done, with the reasons that you gave. Where two meet, their notes and reasons, and the buyer’s telephone
          number and email address, are shown to the two until 30 days after the end of their order.
        </p>
      </LegalSection>
    </>
  )
}
