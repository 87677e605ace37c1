import { setTimeout as wait } from 'node:timers/promises'
import type { SandboxControls } from '@second-ring/stripe-sandbox/controls/sandbox-controls'
import type { CallFaultKind } from '@second-ring/stripe-sandbox/faults/call-faults'
import { WEBHOOK_FAULTS, type WebhookFault } from '@second-ring/stripe-sandbox/faults/webhook-faults'
import type { Random } from '../random.ts'

interface FaultCounts {
  /** Calls of the card payments that failed, by how. */
  calls: Map<CallFaultKind, number>
  /** Events that were lost, repeated, late, or delivered after the next one. */
  webhooks: Map<WebhookFault['kind'], number>
}

/** Faults of the card payments, ordered from the sandbox for a while. */
export interface ProviderFaults {
  /**
   * Lets calls fail in these ways, before or after they are carried out, and some in between pass.
   * @param paths of which calls, with `*` for anything; of all unless said
   */
  failCalls(kinds: readonly CallFaultKind[], milliseconds: number, paths?: readonly string[]): Promise<void>
  /** Lets events be lost, repeated, late and overtaken; in the end what was held back is delivered. */
  confuseWebhooks(milliseconds: number): Promise<void>
  counts(): FaultCounts
}

const SLOW_MS = 1500
const LATE_MS = 600
const ORDER_EVERY_MS = { from: 10, to: 60 } as const
const TIMES_MAX = 3

export function providerFaults(random: Random, controls: SandboxControls): ProviderFaults {
  const counts: FaultCounts = { calls: new Map(), webhooks: new Map() }

  /** A sandbox that is killed takes no orders, and comes back without any. */
  const again = async (milliseconds: number, order: () => Promise<unknown>) => {
    const end = performance.now() + milliseconds
    while (performance.now() < end) {
      await order().catch(() => undefined)
      await wait(random.between(ORDER_EVERY_MS.from, ORDER_EVERY_MS.to))
    }
  }
  return {
    async failCalls(kinds, milliseconds, paths = ['*']) {
      await again(milliseconds, async () => {
        // One order at a time, so that some calls pass.
        if ((await controls.faults()).length > 0) return
        const kind = random.pick(kinds) ?? '500'
        const when = random.chance(0.5) ? ('before' as const) : ('after' as const)
        const times = random.between(1, TIMES_MAX)
        const path = random.pick(paths) ?? '*'
        await controls.orderFault({ kind, when, times, path, ...(kind === 'slow' && { milliseconds: SLOW_MS }) })
        add(counts.calls, kind, times)
      })
      for (const { kind, left } of await controls.faults().catch(() => [])) add(counts.calls, kind, -left)
      await controls.clearFaults().catch(() => undefined)
    },
    async confuseWebhooks(milliseconds) {
      await again(milliseconds, async () => {
        if ((await controls.webhookFaults()).length > 0) return
        const kind = random.pick(WEBHOOK_FAULTS) ?? 'drop'
        await controls.orderWebhookFault({ kind, ...(kind === 'late' && { milliseconds: random.between(0, LATE_MS) }) })
        add(counts.webhooks, kind, 1)
      })
      for (const { kind, left } of await controls.webhookFaults().catch(() => [])) add(counts.webhooks, kind, -left)
      await controls.clearFaults().catch(() => undefined)
    },
    counts: () => counts,
  }
}

function add<Kind>(counts: Map<Kind, number>, kind: Kind, times: number): void {
  counts.set(kind, (counts.get(kind) ?? 0) + times)
}
