import type { SellerPage } from '@second-ring/contracts/listings/seller-page'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Smartphone, UserRound } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { describeSold } from '#listings/seller-panel.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { startAfter } from '#ui/later-pages.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { shownName } from '#ui/shown-name.ts'
import { TickedName } from '#ui/ticked-name.tsx'
import { PublicList } from './public-list.tsx'

// The same month for everyone, wherever the page is rendered.
const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })

interface SellerScreenProps {
  seller: SellerPage
  /** The cursor after which a later page begins. */
  after: string | undefined
}

/** Who sells here, and what they have for sale. */
export default function SellerScreen({ seller, after }: SellerScreenProps) {
  const { id: sellerId, verified, memberSince, sold } = seller
  const list = useTRPC().listings.bySeller.infiniteQueryOptions({ sellerId }, byCursor)
  const query = useInfiniteQuery(startAfter(list, after))
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-14">
      <div className="flex items-center gap-4">
        <span
          aria-hidden="true"
          className="grid size-14 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink sm:size-16"
        >
          <UserRound className="size-7" />
        </span>
        <div className="min-w-0">
          <PageTitle className="[&_span]:font-bold [&_svg]:size-6">
            <TickedName name={shownName(seller.name)} tick={verified ? 'Verified seller' : undefined} />
          </PageTitle>
          <p className="mt-1 text-muted">
            Member since <time dateTime={memberSince}>{month.format(new Date(memberSince))}</time>.{soldBy(sold)}
          </p>
        </div>
      </div>
      <h2 className="mt-10 mb-5 text-2xl font-bold">For sale</h2>
      <PublicList
        // What someone else was faster to book keeps its place in this list only.
        key={`${sellerId} ${after}`}
        first={{ to: '/sellers/$sellerId', params: { sellerId } }}
        after={after}
        query={query}
        heading="h3"
        empty={
          <EmptyState
            icon={<Smartphone />}
            title="Nothing for sale right now"
            text="What this seller posts next will stand here."
          />
        }
      />
    </div>
  )
}

/** To how many buyers they have sold, as one more sentence. */
function soldBy(count: number): string {
  const words = describeSold(count)
  return words === null ? '' : ` ${words}.`
}
