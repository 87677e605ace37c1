import { randomUUID } from 'node:crypto'
import type { Role } from '@second-ring/contracts/accounts/account'
import type { Market } from '@second-ring/testkit'

export interface Answer {
  status: number
  body: unknown
  headers: Headers
}

interface Sent {
  /** The whole `authorization` header. */
  as?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Someone of the market, with the `authorization` header of their access token. */
export interface TestUser {
  id: string
  email: string
  name: string
  as: string
}

/** Calls the REST paths of a market as an old client does: its scheme is a lower-case `bearer`. */
export function restClient(market: Market) {
  async function send(method: string, path: string, { as, body, headers }: Sent = {}): Promise<Answer> {
    const response = await fetch(new URL(path, market.url), {
      method,
      headers: {
        ...(as !== undefined && { authorization: as }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
  }

  async function user(role: Role = 'BUYER'): Promise<TestUser> {
    const user = await market.user({ role })
    return { ...user, as: `bearer ${market.tokenOf(user.id)}` }
  }

  /** Someone whom the identity provider knows and the product does not yet; `as` is the proof of their email. */
  async function newcomer(email = `${randomUUID()}@example.test`): Promise<{ email: string; as: string }> {
    const password = 'second-ring'
    await market.identity.signUp({ email, password, displayName: 'Ana' })
    // A sign-up at the turn of a second may be older than its own password for the emulator, and so revoked.
    const { idToken } = await market.identity.signIn(email, password)
    return { email, as: `Bearer ${idToken}` }
  }

  return { send, user, newcomer }
}
