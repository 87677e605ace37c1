import type { Stripe } from 'stripe'
import type { CallFault, NewCallFault } from '../faults/call-faults.ts'
import type { Ordered } from '../faults/fault-list.ts'
import type { NewWebhookFault, WebhookFault } from '../faults/webhook-faults.ts'

export type DisputeAct = 'review' | 'win' | 'lose' | 'withdraw' | 'escalate' | 'close' | 'appeal'

export type OpenedDispute = {
  status?: 'needs_response' | 'warning_needs_response' | 'prevented'
  reason?: string
  /** Cents; the whole charge unless said. */
  amount?: number
}

/** What an account's holder enters; a name and a bank account that takes payouts unless said. */
export type Onboarded = { name?: string; accountNumber?: string; routingNumber?: string }

/** The sandbox's test calls, for tests and chaos in another process. Each throws when the sandbox rejects it. */
export type SandboxControls = {
  succeedRefund(refundId: string): Promise<Stripe.Refund>
  failRefund(refundId: string, failureReason?: string): Promise<Stripe.Refund>
  cancelRefund(refundId: string): Promise<Stripe.Refund>
  openDispute(chargeId: string, dispute?: OpenedDispute): Promise<Stripe.Dispute>
  decideDispute(disputeId: string, act: DisputeAct): Promise<Stripe.Dispute>
  /** Gives all that an account's onboarding asks for, without its page. */
  onboardAccount(accountId: string, onboarded?: Onboarded): Promise<Stripe.Account>
  /** Asks an account for more. Past due, it may neither be paid nor pay out until it is onboarded again. */
  requireOfAccount(accountId: string, asked?: { requirement?: string; pastDue?: boolean }): Promise<Stripe.Account>
  /** Has a payout arrive now. */
  payPayout(payoutId: string): Promise<Stripe.Payout>
  /** Has the bank send a payout back, on its way or after it arrived. */
  failPayout(payoutId: string, failureCode?: string): Promise<Stripe.Payout>
  advanceClock(seconds: number): Promise<void>
  orderFault(fault: NewCallFault): Promise<Ordered<CallFault>>
  faults(): Promise<Ordered<CallFault>[]>
  releaseHung(): Promise<void>
  orderWebhookFault(fault: NewWebhookFault): Promise<Ordered<WebhookFault>>
  webhookFaults(): Promise<Ordered<WebhookFault>[]>
  /** Clears the faults of calls and of webhooks. */
  clearFaults(): Promise<void>
}

/** @param url the sandbox's origin */
export function sandboxControls({ url, secretKey }: { url: string; secretKey: string }): SandboxControls {
  const call = async <Result>(path: string, params?: object): Promise<Result> => {
    const response = await fetch(`${url}/sandbox/${path}`, {
      headers: { authorization: `Bearer ${secretKey}` },
      ...(params && { method: 'POST', body: formOf(params) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The sandbox rejected ${path}: ${text}`)
    return JSON.parse(text)
  }
  return {
    succeedRefund: id => call(`refunds/${id}/succeed`, {}),
    failRefund: (id, reason) => call(`refunds/${id}/fail`, { failure_reason: reason }),
    cancelRefund: id => call(`refunds/${id}/cancel`, {}),
    openDispute: (id, dispute = {}) => call(`charges/${id}/dispute`, dispute),
    decideDispute: (id, act) => call(`disputes/${id}/${act}`, {}),
    onboardAccount: (id, { name, accountNumber, routingNumber } = {}) =>
      call(`accounts/${id}/onboard`, { name, account_number: accountNumber, routing_number: routingNumber }),
    requireOfAccount: (id, { requirement, pastDue } = {}) =>
      call(`accounts/${id}/require`, { requirement, past_due: pastDue }),
    payPayout: id => call(`payouts/${id}/pay`, {}),
    failPayout: (id, code) => call(`payouts/${id}/fail`, { failure_code: code }),
    advanceClock: async seconds => void (await call('clock', { advance: seconds })),
    orderFault: fault => call('faults', fault),
    faults: async () => (await call<{ data: Ordered<CallFault>[] }>('faults')).data,
    releaseHung: async () => void (await call('faults/release', {})),
    orderWebhookFault: fault => call('webhook_faults', fault),
    webhookFaults: async () => (await call<{ data: Ordered<WebhookFault>[] }>('webhook_faults')).data,
    async clearFaults() {
      await call('faults/clear', {})
      await call('webhook_faults/clear', {})
    },
  }
}

function formOf(params: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value !== undefined) form.set(name, String(value))
  return form
}
