import type { Category } from '@second-ring/contracts/catalog/category'
import { query } from '@second-ring/database'
import { type InferResult, sql } from 'kysely'
import type { ImageHost } from '#platform/image-host.ts'
import { thumbhashOf } from '#platform/thumbhash.ts'

/** The open categories `c`, as everyone is shown them. */
export const selectCategories = query
  .selectFrom('categories as c')
  .where('c.retired_at', 'is', null)
  .select(['c.id', 'c.name', 'c.slug', 'c.image', thumbhashOf(sql.ref('c.image')).as('thumbhash')])

type CategoryRow = InferResult<typeof selectCategories>[number]

export function toCategory({ image, thumbhash, ...row }: CategoryRow, imageHost: ImageHost): Category {
  return { ...row, image: imageHost.pictureOf(image, thumbhash) }
}
