import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, useRouterState } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount } from '#session/session-context.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('./report-dialog.tsx'))

/** Whoever came back from signing in to report a post finds the form open. */
const HASH = 'report'

/** Reports a post to the admins; a visitor is asked to sign in, and comes back. */
export function ReportPost({ listing }: { listing: ListingCard }) {
  const account = useAccount()
  const { pathname, hash } = useRouterState({ select: state => state.location })
  const file = useKeyedMutation(useTRPC().reports.file.mutationOptions())
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
    <DialogButton
      variant="quiet"
      size="small"
      opensAtOnce={hash === HASH}
      dialog={close => (
        <ReportDialog
          productName={listing.productName}
          file={form => file({ listingId: listing.id, ...form })}
          onClose={close}
        />
      )}
    >
      <Label />
    </DialogButton>
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
