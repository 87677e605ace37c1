import type { DeletionPreview } from '@second-ring/contracts/accounts/own-account'

/** What the deletion of one's account does, a sentence each: at once, and after the days in which it can be kept. */
export function deletionConsequences({ listingsHidden, bookingsEnded, ordersKept }: DeletionPreview): string[] {
  return [
    listingsHidden === 1 && 'Your unsold phone leaves the market at once, with its advert.',
    listingsHidden > 1 && `Your ${listingsHidden} unsold phones leave the market at once, with their adverts.`,
    bookingsEnded === 1 && '1 unpaid booking ends at once, and does not come back.',
    bookingsEnded > 1 && `${bookingsEnded} unpaid bookings end at once, and do not come back.`,
    'At once you leave all waiting lists, and you cannot book, pay, post or write any more.',
    'For 7 days you can change your mind: log in again, or press “Keep my account”.',
    'After 7 days your name, email, phones, texts, pictures, favorites and saved searches are deleted for good.',
    'What stays, for admins alone: a record of what you did and when, with the reasons that you typed for ending or refunding an order or denying a handover. It is signed, so nothing can be taken out of it.',
    ordersKept === 1 && '1 order that has ended stays for its other side, without your name and texts.',
    ordersKept > 1 && `${ordersKept} orders that have ended stay for their other sides, without your name and texts.`,
  ].filter(sentence => sentence !== false)
}
