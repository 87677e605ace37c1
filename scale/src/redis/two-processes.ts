import type { ApiProcess, Market } from '@second-ring/testkit'
import { vi } from 'vitest'
import { type Calls, callsTo } from './calls-to.ts'

export interface Twin {
  api: ApiProcess
  calls: Calls
}

/** Two processes of the API on one market, both there before anything is asked of them. */
export async function startTwo(market: Market, env: Record<string, string>): Promise<[Twin, Twin]> {
  const start = async (): Promise<Twin> => {
    const api = await market.startProcess({ READ_CACHE: 'on', MAX_EVENT_LOOP_DELAY_MS: '0', ...env })
    return { api, calls: callsTo(api, market) }
  }
  return Promise.all([start(), start()])
}

/** Which of two passes the news on, and which is told. */
export async function rolesOf([one, other]: [Twin, Twin]): Promise<{ relay: Twin; told: Twin }> {
  return vi.waitFor(
    () => {
      const relay = [one, other].find(({ api }) => isRelay(api))
      if (!relay) throw new Error('Nobody passes the news on')
      return { relay, told: relay === one ? other : one }
    },
    { timeout: 10_000, interval: 20 },
  )
}

export function isRelay({ log }: ApiProcess): boolean {
  return log.some(({ msg }) => msg === 'passes the news on to the other processes')
}

/** How many connections to the market's database listen, that of the market itself among them. */
export async function countListeners({ database }: Market): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE application_name = 'second-ring-events' AND datname = current_database()`
  return row?.count ?? 0
}
