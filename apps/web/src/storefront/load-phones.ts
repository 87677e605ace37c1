import type { Category } from '@second-ring/contracts/catalog/category'
import { redirect } from '@tanstack/react-router'
import type { RouterContext } from '#shell/router-context.ts'
import { loadPage } from '#ui/later-pages.ts'
import { byCursor } from '#ui/pages.ts'
import type { LaterPage } from '#ui/read-later-page.ts'
import { findGoneCategory, type Gone } from './find-gone.ts'

type LoadedPhones = { title: string } & ({ category: Category; gone: null } | { category: null; gone: Gone })

/**
 * Fetches a category by its slug, and its phones; or what is said of one that is retired.
 * @throws notFound for none; redirect for another spelling of the slug, and for the category's id
 */
export async function loadPhones(
  { queryClient, trpc }: Pick<RouterContext, 'queryClient' | 'trpc'>,
  { categorySlug, after }: LaterPage & { categorySlug: string },
): Promise<LoadedPhones> {
  const categories = await queryClient.fetchQuery(trpc.catalog.categories.queryOptions())
  const wanted = categorySlug.toLowerCase()
  const category = categories.find(({ id, slug }) => slug === wanted || id === wanted)
  if (!category) {
    const gone = await findGoneCategory({ queryClient, trpc }, categorySlug)
    return { title: gone.title, category: null, gone }
  }
  const { id: categoryId, slug } = category
  if (slug !== categorySlug)
    throw redirect({ to: '/phones/$categorySlug', params: { categorySlug: slug }, search: { after }, replace: true })
  await loadPage(queryClient, trpc.listings.byCategory.infiniteQueryOptions({ categoryId }, byCursor), after)
  return { title: `Second-hand ${category.name}`, category, gone: null }
}
