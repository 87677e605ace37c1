import { useInfiniteQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { FlaggedListings } from '#listings/flagged-listings.tsx'
import { RemovePost } from '#moderation/remove-post.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { QueryList } from '#ui/query-list.tsx'

export function FlaggedPricesScreen() {
  return (
    <>
      <PageTitle>Flagged prices</PageTitle>
      <p className="mt-2 mb-6 max-w-prose text-muted">
        For sale far below what phones of the same model, condition and age cost, equal to at least two other posts of
        the seller, or with a picture of another seller’s post. Last flagged first.
      </p>
      <Flagged />
    </>
  )
}

function Flagged() {
  const query = useInfiniteQuery(useTRPC().listings.flagged.infiniteQueryOptions({}, byCursor))
  return (
    <QueryList
      query={query}
      what="the flagged prices"
      empty={
        <EmptyState
          icon={<Flag />}
          title="No price is flagged"
          text="A price is flagged when it is far below what phones like it cost, once enough of them are known. A post is flagged when it has a picture of another seller’s post."
        />
      }
    >
      {flagged => <FlaggedListings flagged={flagged} act={listing => <RemovePost listing={listing} />} />}
    </QueryList>
  )
}
