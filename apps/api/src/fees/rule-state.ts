import { type RawBuilder, sql } from 'kysely'
import { now } from '#platform/database-clock.ts'

/**
 * Which of the rules that follow each other holds now, which are to come and which are over.
 * @param validFrom a rule's start
 * @param id what orders rules of one start
 * @param of what rules that follow each other share; none for all of them
 */
export function ruleState({ validFrom, id, of }: { validFrom: string; id: string; of: string[] }) {
  const isThere: RawBuilder<unknown> = sql`${sql.ref(validFrom)} <= ${now}`
  const parts = [...of.map(column => sql.ref(column)), isThere]
  const place = sql`row_number() OVER (PARTITION BY ${sql.join(parts)} ORDER BY ${sql.ref(validFrom)} DESC, ${sql.ref(id)} DESC)`
  return sql<
    'later' | 'holds' | 'over'
  >`CASE WHEN NOT ${isThere} THEN 'later' WHEN ${place} = 1 THEN 'holds' ELSE 'over' END`
}
