import type { Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'

/** The reports `n` that a side of an order `o` did not come to meet, and that nobody has answered yet. */
export const openReports = expressionBuilder<Tables & { o: Tables['orders'] }, 'o'>()
  .selectFrom('no_show_reports as n')
  .whereRef('n.order_id', '=', 'o.id')
  .where('n.state', '=', 'OPEN')
  .select('n.id')
