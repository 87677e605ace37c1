import type { ApiProcess, Market } from '@second-ring/testkit'
import { type Calls, callsTo } from './calls-to.ts'

export interface Twin {
  api: ApiProcess
  calls: Calls
}

/** One process of the API on a market, which caches what it reads. */
export async function startTwin(market: Market, env: Record<string, string>): Promise<Twin> {
  const api = await market.startProcess({ READ_CACHE: 'on', MAX_EVENT_LOOP_DELAY_MS: '0', ...env })
  return { api, calls: callsTo(api, market) }
}

/** Two, both there before anything is asked of them. */
export function startTwo(market: Market, env: Record<string, string>): Promise<[Twin, Twin]> {
  return Promise.all([startTwin(market, env), startTwin(market, env)])
}

/** How many connections to the market's database listen, that of the market itself among them. */
export async function countListeners({ database }: Market): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE application_name = 'second-ring-events' AND datname = current_database()`
  return row?.count ?? 0
}
