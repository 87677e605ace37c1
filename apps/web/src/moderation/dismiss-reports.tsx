import type { ReportedListing } from '@second-ring/contracts/moderation/report'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const ReasonDialog = lazyPart(() => import('#shell/reason-dialog.tsx'))

/** Closes the reports of a post that stays, once the admin has said why. What came meanwhile stays open. */
export function DismissReports({ item: { listing, lastReportedAt } }: { item: ReportedListing }) {
  const [isOpen, setIsOpen] = useState(false)
  const dismiss = useAttemptKey(useMutation(useTRPC().reports.dismiss.mutationOptions()).mutateAsync)
  const { id: listingId, productName, state } = listing
  const stays = state !== 'REMOVED'
  return (
    <>
      <Button variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {stays ? 'Keep the post' : 'Close the reports'}
        <span className="sr-only">: {productName}</span>
      </Button>
      {isOpen && (
        <ReasonDialog
          title={stays ? `Keep the post of ${productName}?` : `Close the reports of ${productName}?`}
          description={
            stays
              ? 'Its reports are closed, and whoever sent one is told that the post stays.'
              : 'The post is gone. Whoever sent a report is told so.'
          }
          hint="Admins alone read it, in the audit."
          confirmLabel="Close the reports"
          done="The reports are closed"
          act={note => dismiss({ listingId, note, until: lastReportedAt })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
