import type { Category } from '@second-ring/contracts/catalog/category'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Smartphone } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { startAfter } from '#ui/later-pages.ts'
import { firstPageClass } from '#ui/next-page.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { byCursor } from '#ui/pages.ts'
import { PublicList } from './public-list.tsx'

interface PhonesScreenProps {
  category: Category
  /** The cursor after which a later page begins. */
  after: string | undefined
}

/** The phones of a category, for everyone. */
export default function PhonesScreen({ category: { id: categoryId, name, slug }, after }: PhonesScreenProps) {
  const trpc = useTRPC()
  const list = trpc.listings.byCategory.infiniteQueryOptions({ categoryId }, byCursor)
  const query = useInfiniteQuery(startAfter(list, after))
  const categories = useQuery(trpc.catalog.categories.queryOptions())
  return (
    <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6 sm:py-14">
      <PageTitle className="wrap-anywhere">Second-hand {name}</PageTitle>
      <p className="mt-2 text-lg text-muted">
        Newest first.{' '}
        <Link to="/search" search={{ category: categoryId }} className={firstPageClass}>
          Search and filter them
        </Link>
      </p>
      <nav aria-label="Categories" className="mt-5 mb-8">
        <ul className="flex flex-wrap gap-2">
          {categories.data?.map(category => (
            <li key={category.id}>
              <Link
                to="/phones/$categorySlug"
                params={{ categorySlug: category.slug }}
                className={buttonClass({ variant: 'secondary', size: 'small' })}
                activeProps={{ className: '!border-accent bg-accent-soft !text-accent-ink' }}
              >
                {category.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <PublicList
        // What someone else was faster to book keeps its place in this list only.
        key={`${categoryId} ${after}`}
        first={{ to: '/phones/$categorySlug', params: { categorySlug: slug } }}
        after={after}
        query={query}
        empty={
          <EmptyState
            icon={<Smartphone />}
            title="No phones here right now"
            text="Look into another category, or search for what you want and save the search: we tell you when one is posted."
          />
        }
      />
    </div>
  )
}
