import type { Database } from '@second-ring/database'

const ids = new WeakMap<Database, string>()

/** The id of this market, which is written on its intents at the provider and never changes. */
export async function marketIdOf(database: Database): Promise<string> {
  const known = ids.get(database)
  if (known !== undefined) return known
  const { id } = await database.market.findFirstOrThrow({ select: { id: true } })
  ids.set(database, id)
  return id
}
