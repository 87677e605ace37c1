import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { can } from '@second-ring/contracts/permissions'
import { FactorSlot } from '#accounts/factor-slot.tsx'
import { RemovePost } from '#moderation/remove-post.tsx'
import { ReportPost } from '#moderation/report-post.tsx'
import { useAccount } from '#session/session-context.ts'

/** What is done about a post that is wrong: anyone reports it, an admin removes it. */
export function PostActs({ listing }: { listing: ListingCard }) {
  const account = useAccount()
  if (listing.state === 'REMOVED') return null
  if (account && can(account.role, 'listing.moderate')) {
    return (
      <div>
        <RemovePost listing={listing} />
        <FactorSlot />
      </div>
    )
  }
  return (
    <div className="-ml-3.5">
      <ReportPost listing={listing} />
    </div>
  )
}
