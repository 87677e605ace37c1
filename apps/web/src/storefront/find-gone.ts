import type { GetListingInput } from '@second-ring/contracts/listings/listing-page'
import { orNotFound } from '#api-client/or-not-found.ts'
import type { RouterContext } from '#shell/router-context.ts'

type Reader = Pick<RouterContext, 'queryClient' | 'trpc'>

/** What the page of something says that was there once. */
export interface Gone {
  title: string
  text: string
  /** Where others like it are, when that is known. */
  category: { name: string; slug: string } | null
}

/** @throws the not-found page for a phone that never was there */
export async function findGonePhone({ queryClient, trpc }: Reader, input: GetListingInput): Promise<Gone> {
  const { category } = await orNotFound(queryClient.fetchQuery(trpc.listings.gone.queryOptions(input)))
  return { title: 'This phone is no longer offered', text: 'It was taken off the market.', category }
}

/** @throws the not-found page for a category that never was there */
export async function findGoneCategory({ queryClient, trpc }: Reader, slug: string): Promise<Gone> {
  const { name } = await orNotFound(queryClient.fetchQuery(trpc.catalog.retired.queryOptions({ slug })))
  return {
    title: `${name} phones are no longer listed by themselves`,
    text: 'Phones that were here may be in another category.',
    category: null,
  }
}
