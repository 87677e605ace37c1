/** Where the card payments' sandbox is, and its secret key. */
export type CardSandbox = { url: string; secretKey: string }

type Call = {
  /** Names the call: it is made once. */
  key: string
  params?: Record<string, string>
  /** The connected account that it is made for. */
  accountId?: string
}

/**
 * Makes a call of the sandbox, once for its key.
 * @param path such as `/v1/payment_intents`
 * @returns the id of what it answers
 * @throws Error when the sandbox rejects it
 */
export async function postToSandbox(
  { url, secretKey }: CardSandbox,
  path: string,
  { key, params = {}, accountId }: Call,
): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'idempotency-key': key,
      ...(accountId && { 'stripe-account': accountId }),
    },
    body: new URLSearchParams(params),
  })
  const answer: unknown = await response.json()
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null
  if (!response.ok || typeof id !== 'string') throw new Error(`The card sandbox said ${JSON.stringify(answer)}`)
  return id
}

/**
 * Reads an object of the sandbox.
 * @throws Error when there is none
 */
export async function readFromSandbox({ url, secretKey }: CardSandbox, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${secretKey}` } })
  const text = await response.text()
  if (!response.ok) throw new Error(`The card sandbox said ${text}`)
  return JSON.parse(text)
}
