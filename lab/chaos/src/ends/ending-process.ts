import type { Platform } from '@second-ring/api/platform/platform'
import { closeDatabase, createDatabase } from '@second-ring/database'
import { overrideMethods } from '@second-ring/database/override-methods'
import { poolOf } from '@second-ring/database/pool-of'
import type { Market } from '@second-ring/testkit'
import { type Callers, callersOf } from '@second-ring/testkit/callers'
import { nameOfStatement, type Side, type Step } from './steps.ts'

/**
 * A process of the product within this one: its use cases on connections and providers of its own. It can end at any step: what
 * it awaits then never comes, nothing of it goes on, and the database's sessions are terminated.
 */
export interface EndingProcess {
  platform: Platform
  as: Callers['as']
  /**
   * Does an operation.
   * @returns what came of it, the steps that were begun, and whether the process ended in it
   */
  run<Result>(operation: () => Promise<Result>, end: End | null): Promise<Outcome<Result>>
  stop(): Promise<void>
}

/** Where an operation is to end. */
export interface End {
  step: Step
  side: Side
}

type Outcome<Result> = { steps: Step[] } & (
  | { ended: true }
  | { ended: false; result: Result }
  | { ended: false; error: unknown }
)

const POOL_SIZE = 4
let started = 0

export function startEndingProcess(market: Market): EndingProcess {
  started += 1
  const applicationName = `ending-${process.pid}-${started}`
  const database = createDatabase(market.environment.DATABASE_URL ?? '', { applicationName, poolSize: POOL_SIZE })
  const pool = poolOf(database)
  const atProvider = new Set<Promise<unknown>>()
  let steps: Step[] = []
  let end: End | null = null
  let isOver = false
  let tellOfEnd: () => void = () => undefined

  /** Begins a step; what is awaited of it comes as long as the process lives. */
  function step<Result>(name: string, send: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (isOver) return
      const turn = steps.filter(one => one.name === name).length + 1
      steps.push({ name, turn })
      const side = end?.step.name === name && end.step.turn === turn ? end.side : null
      if (side === 'before') return over()
      const answered = (settle: () => void) => () => {
        if (isOver) return
        if (side === 'after') over()
        else settle()
      }
      send().then(
        result => answered(() => resolve(result))(),
        error => answered(() => reject(error))(),
      )
    })
  }

  function over(): void {
    isOver = true
    tellOfEnd()
  }

  // A call with a callback is the pool's own.
  const statement =
    (target: { query: (...args: never[]) => unknown }) =>
    (...args: unknown[]) =>
      step(nameOfStatement(textOf(args[0])), async () => Reflect.apply(target.query, target, args))
  const query = statement({ query: pool.query.bind(pool) })
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    query: (...args: unknown[]) => query(...args),
    connect: async (callback?: never) => {
      if (callback !== undefined) return connect(callback)
      const client = await connect()
      return overrideMethods(client, { query: statement(client) })
    },
  })

  /** The provider's port with a step for each call; what was sent before the end is done there. */
  const stepwise = <Port extends object>(port: Port, name: string): Port => {
    const calls = Object.entries(port).filter(([method]) => method !== 'verifyEvent' && method !== 'listCharges')
    const methods = calls.map(([method, call]) => [
      method,
      (...args: unknown[]) =>
        step(`${name}.${method}`, () => {
          const sent = Promise.resolve(Reflect.apply(call, port, args))
          const settled = sent.catch(() => undefined).finally(() => atProvider.delete(settled))
          atProvider.add(settled)
          return sent
        }),
    ])
    return { ...port, ...Object.fromEntries(methods) }
  }

  const platform: Platform = {
    ...market.platform,
    database,
    mailServer: null,
    cardPayments: stepwise(market.platform.cardPayments, 'cardPayments'),
    connectedAccounts: stepwise(market.platform.connectedAccounts, 'connectedAccounts'),
  }
  return {
    platform,
    as: callersOf(platform).as,
    async run(operation, planned) {
      steps = []
      end = planned
      const ending = new Promise<{ ended: true }>(resolve => {
        tellOfEnd = () => resolve({ ended: true })
      })
      const doing = operation().then(
        result => ({ ended: false, result }) as const,
        error => ({ ended: false, error }) as const,
      )
      const outcome = await Promise.race([doing, ending])
      end = null
      if (!outcome.ended) return { ...outcome, steps }
      await Promise.all(atProvider)
      await market.database.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = ${applicationName}`
      // What waits for it waits forever; what Prisma holds outside of JavaScript's memory is freed.
      closeDatabase(database).catch(() => undefined)
      return { ended: true, steps }
    },
    stop: () => (isOver ? Promise.resolve() : closeDatabase(database)),
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  return statement && typeof statement === 'object' && 'text' in statement ? String(statement.text) : ''
}
