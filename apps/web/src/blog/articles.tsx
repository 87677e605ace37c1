import { type ArticleSlug, articleList } from '@second-ring/contracts/articles'
import type { ReactNode } from 'react'

const answers: Record<ArticleSlug, ReactNode> = {
  'what-to-check': (
    <>
      <p>Five minutes at the meeting place tell you most of what you need to know. Do these in order:</p>
      <ol>
        <li>
          <strong>The lock.</strong> Ask the seller to sign out of their account and to reset the phone in front of you.
          A phone that asks for somebody's old password after the reset is of no use to you.
        </li>
        <li>
          <strong>The number.</strong> Dial *#06# and compare the IMEI with the one on the box or the receipt. Your
          country's register tells you whether it was reported stolen.
        </li>
        <li>
          <strong>The screen.</strong> Open a white page, then a black one. Look for stains and lines, and drag an icon
          across every corner to find places that do not feel your finger.
        </li>
        <li>
          <strong>Cameras, speakers, microphones.</strong> Film ten seconds with each camera and play them back.
        </li>
        <li>
          <strong>Charging.</strong> Bring your own cable. A plug that sits loosely means a repair before long.
        </li>
      </ol>
    </>
  ),
  'battery-health': (
    <>
      <p>
        A battery is a part that wears, like a tyre. After two years of daily charging it usually holds 80 to 90 per
        cent of what it once did; below 80 you will notice it by the afternoon.
      </p>
      <p>
        Most phones show the figure in their settings, and sellers here are asked to put it into the description. A weak
        battery is no reason to walk away: a new one costs far less than a newer phone. It is a reason to pay less.
      </p>
    </>
  ),
  'fair-price': (
    <>
      <p>
        As a rule of thumb, a phone is worth about 60 to 70 per cent of its first price after one year, half after two,
        and a third after three. Flagships keep their price longer than budget models.
      </p>
      <p>
        Then look at what is in front of you. Excellent means that you have to search for marks, good that you see them
        at arm's length, fair that everybody sees them. Each step down is worth ten to fifteen per cent. That is why
        every post here shows the original price beside the asking price.
      </p>
    </>
  ),
  updates: (
    <>
      <p>
        What ends a phone's life is seldom its hardware. It is the day when it gets no more security updates, because
        from then on your banking and your messages are less safe on it.
      </p>
      <p>
        Search for the model's name and “end of support” before you book. Some makers promise five to seven years, so a
        three-year-old phone can have more time left than a new cheap one. We would look for at least two years.
      </p>
    </>
  ),
  'how-paying-works': (
    <>
      <p>
        When you book a phone it is held for you, and nobody else can book it. You pay by card, and only the price that
        stood in the post when you booked. Your card number goes to the payment provider and never through our hands.
      </p>
      <p>
        Once you have paid you have a code of six digits. Show it to the seller when you have looked at the phone and
        take it, and not before: it is how we know that the phone was handed over. Should your time run out and the
        phone be gone at the very moment when you pay, your money goes back to your card.
      </p>
      <p>
        The seller is not paid yet then. For two days after the handover you can check the phone and report a problem:
        the money is held until you two have settled it, or an admin has decided.
      </p>
    </>
  ),
  'before-selling': (
    <>
      <ol>
        <li>Back it up, and check on another device that the backup is really there.</li>
        <li>Move your two-step sign-in codes to your new phone before anything else is deleted.</li>
        <li>Sign out of your account on the phone, then erase it in its settings.</li>
        <li>Clean it, and photograph it by a window: front, back, and every scratch that you would want to see.</li>
      </ol>
      <p>
        Name the faults in your post. The buyer will meet you and look anyway; better that they come knowing what they
        will find.
      </p>
    </>
  ),
}

/** What people ask before they buy their first second-hand phone, and what we answer. */
export const articles = articleList.map(article => ({ ...article, answer: answers[article.slug] }))
