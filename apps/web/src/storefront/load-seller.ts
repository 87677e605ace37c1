import type { SellerPage } from '@second-ring/contracts/listings/seller-page'
import { notFound } from '@tanstack/react-router'
import { isNotThere } from '#api-client/errors.ts'
import type { RouterContext } from '#shell/router-context.ts'
import { loadPage } from '#ui/later-pages.ts'
import { byCursor } from '#ui/pages.ts'
import type { LaterPage } from '#ui/read-later-page.ts'

/**
 * Fetches a seller, and what they have for sale.
 * @throws notFound for who has no page
 */
export async function loadSeller(
  { queryClient, trpc }: Pick<RouterContext, 'queryClient' | 'trpc'>,
  { sellerId, after }: LaterPage & { sellerId: string },
): Promise<{ title: string; seller: SellerPage }> {
  const loading = loadPage(queryClient, trpc.listings.bySeller.infiniteQueryOptions({ sellerId }, byCursor), after)
  try {
    const [seller] = await Promise.all([
      queryClient.fetchQuery(trpc.listings.seller.queryOptions({ sellerId })),
      loading,
    ])
    return { title: `${seller.name}, seller`, seller }
  } catch (error) {
    throw isNotThere(error) ? notFound() : error
  }
}
