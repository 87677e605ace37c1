/** Where the card payments' sandbox is, and its secret key. */
export type CardSandbox = { url: string; secretKey: string }

/**
 * Makes a call of the sandbox, once for its key.
 * @param path such as `/v1/payment_intents`
 * @returns the id of what it answers
 * @throws Error when the sandbox rejects it
 */
export async function postToSandbox(
  { url, secretKey }: CardSandbox,
  path: string,
  { key, params = {} }: { key: string; params?: Record<string, string> },
): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': key },
    body: new URLSearchParams(params),
  })
  const answer: unknown = await response.json()
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null
  if (!response.ok || typeof id !== 'string') throw new Error(`The card sandbox said ${JSON.stringify(answer)}`)
  return id
}
