import { type FaultList, faultList, matchesPattern, type Ordered } from './fault-list.ts'

/** Faults of an event's delivery: lost, sent twice, late, or after the event that follows it. */
export const WEBHOOK_FAULTS = ['drop', 'double', 'late', 'hold'] as const

export type WebhookFault = {
  kind: (typeof WEBHOOK_FAULTS)[number]
  /** Which events: all unless said; `*` stands for anything. */
  type?: string
  times: number
  /** How late. */
  milliseconds?: number
}

/** A fault as it is ordered: once unless it says otherwise. */
export type NewWebhookFault = Partial<WebhookFault> & Pick<WebhookFault, 'kind'>

export type WebhookFaults = Omit<FaultList<WebhookFault>, 'add' | 'take'> & {
  add(fault: NewWebhookFault): Ordered<WebhookFault>
  take(eventType: string): WebhookFault | undefined
}

export function webhookFaults(): WebhookFaults {
  const faults = faultList<WebhookFault>()
  return {
    ...faults,
    add: fault => faults.add({ times: 1, ...fault }),
    take: eventType => faults.take(({ type }) => type === undefined || matchesPattern(type, eventType)),
  }
}
