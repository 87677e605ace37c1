import type { ListingRemovalPreview } from '@second-ring/contracts/moderation/remove-any-listing'

/** What removing a post would do, a sentence each. */
export function removalConsequences({ booked, waiting, reports, state }: ListingRemovalPreview): string[] {
  return [
    state === 'REMOVED'
      ? 'It is off the market already, and does not come back.'
      : 'Its seller is told, with your reason.',
    booked && 'Its booking ends. Nothing was paid, and the buyer is told.',
    waiting === 1 && 'The one who waits for it is told.',
    waiting > 1 && `The ${waiting.toLocaleString('en')} who wait for it are told.`,
    reports === 1 && 'Its open report is closed, and the reporter is told.',
    reports > 1 && `Its ${reports.toLocaleString('en')} open reports are closed, and the reporters are told.`,
  ].filter(sentence => sentence !== false)
}
