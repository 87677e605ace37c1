import type { Platform } from '#platform/platform.ts'

/** Whether a category of this slug was retired. */
export async function wasOpen({ database }: Pick<Platform, 'database'>, slug: string): Promise<boolean> {
  const retired = { slug: slug.toLowerCase(), retiredAt: { not: null } }
  return (await database.category.findFirst({ where: retired, select: { id: true } })) !== null
}
