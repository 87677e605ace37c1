const TIMEOUT_MS = 10_000

export type WebhookPost = { url: string; body: string; signature: string; signal: AbortSignal }

/** Posts an event; true when the endpoint took it (2xx in time). A redirect is not followed and counts as a failure. */
export async function postWebhook({ url, body, signature, signal }: WebhookPost): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
