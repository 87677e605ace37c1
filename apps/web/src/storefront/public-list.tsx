import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { BookableList } from '#orders/bookable-list.tsx'
import { firstPageClass, LaterPageNotice, nextPageClass } from '#ui/next-page.tsx'
import type { ListQuery } from '#ui/query-list.tsx'

interface Page {
  items: readonly ListingCard[]
  nextCursor: string | null
}

interface PublicListProps extends Pick<ComponentProps<typeof BookableList>, 'empty' | 'heading'> {
  query: Omit<ListQuery<ListingCard>, 'data'> & { data: { pages: readonly Page[] } | undefined }
  /** Where the list begins. */
  first: LinkProps
  /** The cursor after which this page of it begins. */
  after: string | undefined
}

/** The phones of a public page that has a URL for each page of its list, for who browses without script and for crawlers. */
export function PublicList({ first, after, query, ...list }: PublicListProps) {
  const nextCursor = query.data?.pages.at(-1)?.nextCursor
  return (
    <>
      {after !== undefined && (
        <LaterPageNotice>
          <Link {...first} activeOptions={{ exact: true }} className={firstPageClass}>
            Back to the first one
          </Link>
        </LaterPageNotice>
      )}
      <BookableList
        query={query}
        what="the phones"
        nextPage={
          nextCursor && (
            <Link {...first} search={{ after: nextCursor }} rel="next" className={nextPageClass}>
              Next page
            </Link>
          )
        }
        {...list}
      />
    </>
  )
}
