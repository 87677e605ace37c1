import { type RawBuilder, sql } from 'kysely'

/** How many due rows are read at a time. */
export const DUE_BATCH = 100

/**
 * Runs `work` for each due row, batch by batch. A failing row does not stop the others and is left for the next run.
 * @param findDue those that are due, at most {@link DUE_BATCH}, without those of these ids
 * @returns the errors
 */
export async function forEachDue<Due extends { id: string }>(
  findDue: (seen: string[]) => Promise<Due[]>,
  work: (due: Due) => Promise<void>,
): Promise<unknown[]> {
  const seen: string[] = []
  const failures: unknown[] = []
  for (;;) {
    const batch = await findDue(seen)
    for (const due of batch) {
      seen.push(due.id)
      await work(due).catch(error => failures.push(error))
    }
    if (batch.length < DUE_BATCH) return failures
  }
}

/** Each of these ids, to be compared with a column: `.where('o.id', '<>', allOf(seen))`. */
export function allOf(ids: string[]): RawBuilder<string> {
  return sql`ALL(${ids}::uuid[])`
}
