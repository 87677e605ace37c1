import { Prisma, type Transaction } from '@second-ring/database'

/**
 * Keeps people from being removed until the transaction's end. To be called before anything is changed that a removal
 * changes too: it takes the person first and what is theirs after, and whoever does it the other way round may wait for
 * it in a circle.
 * @returns those who are there
 */
export async function holdPeople(tx: Transaction, userIds: string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM users WHERE id IN (${Prisma.join(userIds.map(id => Prisma.sql`${id}::uuid`))})
      AND deleted_at IS NULL ORDER BY users.id FOR KEY SHARE`
  return new Set(rows.map(row => row.id))
}
