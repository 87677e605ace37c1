import type { Category } from '@second-ring/contracts/catalog/category'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#ui/empty-state.tsx'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const grid = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 lg:grid-cols-4 xl:grid-cols-6'

// How wide a picture is in each of these grids, inside the page's margins.
const sizes =
  '(min-width: 80rem) 11.8rem, (min-width: 64rem) calc(25vw - 1.7rem), (min-width: 40rem) calc(33.3vw - 1.8rem), calc(50vw - 1.4rem)'

interface CategoryGridProps {
  categories: readonly Category[] | undefined
  failed: boolean
  /** What whoever may open a category can do when there is none. */
  openFirst?: ReactNode
}

/** The categories: each with its picture and a button of its name. */
export function CategoryGrid({ categories, failed, openFirst }: CategoryGridProps) {
  if (categories?.length === 0)
    return (
      <EmptyState
        title="No categories yet"
        text="They appear here as soon as the market has some."
        action={openFirst}
      />
    )
  if (!categories && !failed) return <CategoryGridSkeleton />
  // The specification swallows a failure: the list is empty, and is fetched again on focus.
  return (
    <ul className={grid}>
      {categories?.map(category => (
        <li
          key={category.id}
          className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors hover:border-accent"
        >
          <Link to="/phones/$categorySlug" params={{ categorySlug: category.slug }} className="relative block">
            <Picture image={category.image} alt="" sizes={sizes} />
            <span className="absolute right-2 bottom-2 rounded-full bg-surface/90 px-3 py-1 text-sm font-semibold text-accent-ink">
              See all<span className="sr-only"> phones: {category.name}</span>
            </span>
          </Link>
          <Link
            to="/singleCategories/$categoryId"
            params={{ categoryId: category.id }}
            className="flex min-h-12 flex-1 items-center justify-between gap-1 px-3.5 py-2 font-semibold hover:text-accent-ink"
          >
            <span className="min-w-0 wrap-anywhere">{category.name}</span>
            <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CategoryGridSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading the categories</span>
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks never change places
        <div key={index} className="overflow-hidden rounded-card border border-line bg-surface">
          <Skeleton className="aspect-square rounded-none" />
          <div className="flex min-h-12 items-center px-3.5">
            <Skeleton className="h-4 w-2/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
