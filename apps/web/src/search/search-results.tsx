import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { ComponentProps, ReactNode } from 'react'
import { BookableList } from '#orders/bookable-list.tsx'
import type { ListQuery } from '#ui/query-list.tsx'
import { NothingFound } from './nothing-found.tsx'

type SearchResultsProps = ComponentProps<typeof NothingFound> & {
  query: ListQuery<ListingCard>
  /** A link to the next page, for who browses without script. */
  nextPage: ReactNode
}

/** The phones that a search has found. */
export function SearchResults({ query, nextPage, ...narrowing }: SearchResultsProps) {
  return (
    <BookableList
      query={query}
      what="the search"
      width="besideMenu"
      empty={<NothingFound {...narrowing} />}
      nextPage={nextPage}
    />
  )
}
