import { createFileRoute } from '@tanstack/react-router'
import { Flag } from 'lucide-react'
import { trpc } from '#api-client/trpc.ts'
import { FlaggedListings } from '#listings/flagged-listings.tsx'
import { RemovePost } from '#moderation/remove-post.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { pageName } from '#ui/page-name.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'

export const Route = createFileRoute('/_signed-in/dashboard/_admin/FlaggedPrices')({
  head: () => pageName('Flagged prices'),
  // No loader: what loads ahead is a part of the site's first code, which is full.
  component: FlaggedPricesPage,
})

function FlaggedPricesPage() {
  return (
    <>
      <PageTitle>Flagged prices</PageTitle>
      <p className="mt-2 mb-6 text-muted">
        For sale far below what phones of the same model, condition and age cost, equal to at least two other posts of
        the seller, or with a picture of another seller’s post. Last flagged first.
      </p>
      <Flagged />
    </>
  )
}

function Flagged() {
  const query = trpc.listings.flagged.useInfiniteQuery({}, byCursor)
  const flagged = query.data?.pages.flatMap(page => page.items)
  if (!flagged && query.isError) {
    return (
      <ErrorState
        title="The flagged prices did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!flagged) return <RowsSkeleton label="Loading the flagged prices" />
  if (flagged.length === 0) {
    return (
      <EmptyState
        icon={<Flag />}
        title="No price is flagged"
        text="A price is flagged when it is far below what phones like it cost, once enough of them are known. A post is flagged when it has a picture of another seller’s post."
      />
    )
  }
  return (
    <>
      <FlaggedListings flagged={flagged} act={listing => <RemovePost listing={listing} />} />
      <LoadMore query={query} byScrolling />
    </>
  )
}
