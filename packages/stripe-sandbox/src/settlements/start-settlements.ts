import type { Clock } from '../clock.ts'
import type { Context, Settling } from '../context.ts'
import { settleDueDispute } from '../disputes/decide-dispute.ts'
import { settleDuePayout } from '../payouts/settle-payout.ts'
import { settleDueRefund } from '../refunds/settle-refund.ts'
import type { Store } from '../state/store.ts'

/** Carries out what refunds, disputes and payouts become by themselves, such as a pending refund that succeeds. */
export type Settlements = {
  /** Takes on records that were committed with a settlement. */
  add(settling: readonly Settling[]): void
  /** Ends all waiting; the next start takes it up again. */
  stop(): void
}

export type SettlementsHost = {
  store: Store
  clock: Clock
  /** The context of a change that no request asked for. */
  begin: () => Context
  /** Commits it, and sends its events. */
  finish: (context: Context) => void
  /** Hears of errors that were not foreseen. */
  report: (error: unknown) => void
}

/** After how long it is tried again when the change could not be written. */
const TRY_AGAIN_MS = 30_000

const settleDue: Record<Settling['name'], (context: Context, id: string) => void> = {
  refunds: settleDueRefund,
  disputes: settleDueDispute,
  payouts: settleDuePayout,
}

export function startSettlements(host: SettlementsHost): Settlements {
  const waiting = new Map<string, () => void>()

  const settle = (one: Settling) => {
    waiting.delete(one.id)
    // A timer may come a moment early.
    const left = leftOf(one)
    if (left !== undefined && left > 0) return wait(one, left)
    try {
      const context = host.begin()
      settleDue[one.name](context, one.id)
      host.finish(context)
    } catch (error) {
      host.report(error)
      wait(one, TRY_AGAIN_MS)
    }
  }

  const leftOf = (one: Settling): number | undefined => {
    const settlement = host.store.get(one.name, one.id)?.settlement
    return settlement ? settlement.atMs - host.clock.now() : undefined
  }

  const wait = (one: Settling, milliseconds: number) => {
    waiting.get(one.id)?.()
    waiting.set(
      one.id,
      host.clock.after(milliseconds, () => settle(one)),
    )
  }

  const add = (settling: readonly Settling[]) => {
    for (const one of settling) {
      const left = leftOf(one)
      if (left !== undefined) wait(one, Math.max(0, left))
    }
  }

  for (const name of ['refunds', 'disputes', 'payouts'] as const)
    add(host.store.all(name).map(({ id }) => ({ name, id })))
  return {
    add,
    stop() {
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
    },
  }
}
