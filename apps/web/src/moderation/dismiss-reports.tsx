import type { ReportedListing } from '@second-ring/contracts/moderation/report'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ReasonDialog } from '#ui/dialogs-on-demand.ts'

/** Closes the reports of a post that stays, once the admin has said why. What came meanwhile stays open. */
export function DismissReports({ item: { listing, lastReportedAt } }: { item: ReportedListing }) {
  const dismiss = useKeyedMutation(useTRPC().reports.dismiss.mutationOptions())
  const { id: listingId, productName, state } = listing
  const stays = state !== 'REMOVED'
  return (
    <DialogButton
      variant="secondary"
      size="small"
      dialog={close => (
        <ReasonDialog
          title={stays ? `Keep the post of ${productName}?` : `Close the reports of ${productName}?`}
          description={
            stays
              ? 'Its reports are closed, and whoever sent one is told that the post stays.'
              : 'The post is gone. Whoever sent a report is told so.'
          }
          hint="Admins alone read it, in the audit."
          action="Close the reports"
          done="The reports are closed"
          act={note => dismiss({ listingId, note, until: lastReportedAt })}
          onClose={close}
        />
      )}
    >
      {stays ? 'Keep the post' : 'Close the reports'}
      <span className="sr-only">: {productName}</span>
    </DialogButton>
  )
}
