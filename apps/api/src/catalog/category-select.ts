import type { Category } from '@second-ring/contracts/catalog/category'
import type { Prisma } from '@second-ring/database'
import type { ImageHost } from '#platform/image-host.ts'

export const categorySelect = { id: true, name: true, slug: true, image: true } as const satisfies Prisma.CategorySelect

type CategoryRow = Prisma.CategoryGetPayload<{ select: typeof categorySelect }>

export function toCategory(row: CategoryRow, imageHost: ImageHost): Category {
  return { ...row, image: imageHost.pictureOf(row.image) }
}
