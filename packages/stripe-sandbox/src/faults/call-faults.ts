import type { Clock } from '../clock.ts'
import type { Call } from '../wire/provider-fault.ts'
import { type FaultList, faultList, matchesPattern, type Ordered } from './fault-list.ts'

/**
 * What may befall a call. `hang` ends when it is released, `not_json`, `empty` and `null_metadata` are answers that say
 * 200, `302` and `307` send elsewhere, `cut` ends the connection.
 */
export const CALL_FAULTS = [
  'hang',
  'slow',
  '500',
  '503',
  '429',
  'not_json',
  'empty',
  'null_metadata',
  '302',
  '307',
  'cut',
] as const
export type CallFaultKind = (typeof CALL_FAULTS)[number]

export type CallFault = {
  kind: CallFaultKind
  /** Which calls: all unless said. In the path `*` stands for anything. */
  method?: 'GET' | 'POST'
  path?: string
  times: number
  /** Whether the call is carried out before the fault. A `null_metadata` always is. */
  when: 'before' | 'after'
  /** How long `slow` takes, and after how long `hang` ends by itself. */
  milliseconds?: number
  /** Where a redirect leads. */
  location?: string
}

/** A fault as it is ordered: once, before the call, unless it says otherwise. */
export type NewCallFault = Partial<CallFault> & Pick<CallFault, 'kind'>

export type CallFaults = Omit<FaultList<CallFault>, 'add' | 'take'> & {
  add(fault: NewCallFault): Ordered<CallFault>
  take(call: Call): CallFault | undefined
  /** Resolves when a `slow` is over, or a `hang` released. */
  hold(fault: CallFault): Promise<void>
  /** Ends every `hang`. */
  release(): void
}

const SLOW_MS = 2000

export function callFaults(clock: Clock): CallFaults {
  const faults = faultList<CallFault>()
  const held = new Set<() => void>()
  const release = () => {
    for (const letGo of held) letGo()
  }
  faults.onClear(release)
  return {
    ...faults,
    release,
    add: fault =>
      faults.add({ times: 1, ...fault, when: fault.kind === 'null_metadata' ? 'after' : (fault.when ?? 'before') }),
    take: ({ method, path }) =>
      faults.take(
        fault =>
          (fault.method === undefined || fault.method === method) &&
          (fault.path === undefined || matchesPattern(fault.path, path)),
      ),
    async hold({ kind, milliseconds = kind === 'slow' ? SLOW_MS : undefined }) {
      if (kind !== 'slow' && kind !== 'hang') return
      await new Promise<void>(resolve => {
        const cancel = milliseconds === undefined ? undefined : clock.after(milliseconds, () => letGo())
        const letGo = () => {
          cancel?.()
          held.delete(letGo)
          resolve()
        }
        held.add(letGo)
      })
    },
  }
}
