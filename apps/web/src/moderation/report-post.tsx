import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount } from '#session/session-context.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

/** Whoever came back from signing in to report a post finds the form open. */
const HASH = 'report'

/** Reports a post to the admins; a visitor is asked to sign in, and comes back. */
export function ReportPost({ listing }: { listing: ListingCard }) {
  const account = useAccount()
  const { pathname, hash } = useRouterState({ select: state => state.location })
  const [isOpen, setIsOpen] = useState(hash === HASH && Boolean(account))
  const file = useAttemptKey(useMutation(useTRPC().reports.file.mutationOptions()).mutateAsync)
  if (account?.id === listing.sellerId) return null
  if (!account) {
    return (
      <Link
        to="/login"
        search={{ from: `${pathname}#${HASH}` }}
        className={buttonClass({ variant: 'quiet', size: 'small' })}
      >
        <Label />
      </Link>
    )
  }
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Label />
      </Button>
      {isOpen && (
        <ReportDialog
          productName={listing.productName}
          file={form => file({ listingId: listing.id, ...form })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

function Label() {
  return (
    <>
      <Flag aria-hidden="true" className="size-4" />
      Report this post
    </>
  )
}
