import type { ListingCard } from '@second-ring/contracts/listings/listing'
import type { QueryClient } from '@tanstack/react-query'
import type { AppRouterInstance } from '#shell/router.ts'
import { articleOf, type Shown } from './describe-page.ts'

/** What the page that a router has loaded shows, from what was read for it. */
export function readShown(router: AppRouterInstance, queryClient: QueryClient): Shown {
  const { trpc } = router.options.context
  const match = router.state.matches.at(-1)
  const { listingId, sellerId, categorySlug, article } = { ...match?.params } as Record<string, string | undefined>
  const categories = queryClient.getQueryData(trpc.catalog.categories.queryKey())
  return {
    routeId: match?.routeId ?? '',
    listing: listingId ? queryClient.getQueryData(trpc.listings.get.queryKey({ listingId })) : undefined,
    seller: sellerId ? queryClient.getQueryData(trpc.listings.seller.queryKey({ sellerId })) : undefined,
    category: categorySlug ? categories?.find(({ slug }) => slug === categorySlug) : undefined,
    article: articleOf(article),
    phones: phonesIn(queryClient),
  }
}

interface List {
  pages: { items: ListingCard[] }[]
}

/** Each page has one list that comes page by page, of phones. */
function phonesIn(queryClient: QueryClient): ListingCard[] {
  const lists = queryClient.getQueryCache().findAll({ predicate: ({ state }) => isList(state.data) })
  return lists.flatMap(({ state }) => (state.data as List).pages.flatMap(({ items }) => items))
}

function isList(data: unknown): data is List {
  return typeof data === 'object' && data !== null && 'pages' in data
}
