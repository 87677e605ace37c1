import type { Market } from '@second-ring/testkit'

interface Intent {
  id: string
  client_secret: string
  status: string
  metadata: { orderId?: string }
}

/** Calls the card payments with the product's own secret key, as nobody outside can. */
export function providerOf({ environment }: Market) {
  async function ask<T>(method: 'GET' | 'POST', path: string, form?: Record<string, string>): Promise<T> {
    const response = await fetch(new URL(path, environment.STRIPE_API_URL), {
      method,
      headers: { authorization: `Bearer ${environment.STRIPE_SECRET_KEY}` },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(answer.error?.message)
    return answer
  }

  return {
    /** Changes what an intent asks for. */
    change: (intentId: string, form: Record<string, string>) =>
      ask<Intent>('POST', `/v1/payment_intents/${intentId}`, form),
    make: (form: Record<string, string>) => ask<Intent>('POST', '/v1/payment_intents', form),
    pay: (intentId: string) =>
      ask<Intent>('POST', `/v1/payment_intents/${intentId}/confirm`, { payment_method: 'pm_card_visa' }),
    /** Every intent that was made for an order. */
    async intentsOf(orderId: string): Promise<Intent[]> {
      const { data } = await ask<{ data: Intent[] }>('GET', '/v1/payment_intents?limit=100')
      return data.filter(intent => intent.metadata.orderId === orderId)
    },
    /** Every charge of an intent that took money. */
    async chargesOf(intentId: string): Promise<{ amount: number; amount_refunded: number }[]> {
      const { data } = await ask<{
        data: { amount: number; amount_refunded: number; paid: boolean; payment_intent: string }[]
      }>('GET', '/v1/charges?limit=100')
      return data.filter(charge => charge.payment_intent === intentId && charge.paid)
    },
  }
}
