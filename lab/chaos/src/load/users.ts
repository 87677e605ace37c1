import { randomUUID } from 'node:crypto'
import type { AppRouter } from '@second-ring/api/trpc-api/app-router'
import { grantAdmin } from '@second-ring/api/user-oversight/grant-admin'
import type { Database } from '@second-ring/database'
import { identityClient } from '@second-ring/firebase-sandbox/client'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { insist } from '../insist.ts'
import type { Api, Product } from '../product/product.ts'
import type { Random } from '../random.ts'

type Client = ReturnType<typeof createTRPCClient<AppRouter>>

/** Someone signed in, whose calls reach any of the API's processes. */
export interface Person {
  id: string
  email: string
  readonly client: Client
  /** Calls a REST path. @throws RestError for any answer but success */
  post(path: string, body: object): Promise<unknown>
}

/** What a REST path answered in place of what was asked for. */
export class RestError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface SignUp {
  product: Product
  random: Random
  database: Database
}

const CALL_MS = 15_000

interface Door {
  origin: string
  client: Client
  headers: { authorization: string } | undefined
}

/** Signs someone up at the identity provider and at the product, as often as it takes. */
export async function signUp(of: SignUp, role: 'BUYER' | 'SELLER' | 'ADMIN'): Promise<Person> {
  const { product, random, database } = of
  const email = `chaos-${randomUUID()}@example.test`
  const identity = identityClient(product.identityUrl)
  const { idToken } = await identity.signUp({ email, password: 'second-ring' })
  // Nobody is made an admin, or is paid, whose email is not proven.
  if (role !== 'BUYER') {
    await identity.mailProof(idToken)
    await identity.proveEmail(email)
  }
  const register = { idToken, name: 'Robin Vale', role: role === 'BUYER' ? ('BUYER' as const) : ('SELLER' as const) }
  const [first = { origin: '', aheadMs: 0 }] = product.apis
  const { account } = await insist(() => doorOf(first).client.accounts.register.mutate(register))
  if (role === 'ADMIN') await insist(() => grantAdmin(database, email))
  // Of after the proof and the grant, which ends earlier sign-ins.
  const latest = role !== 'BUYER' ? await identity.signIn(email, 'second-ring') : { idToken }
  const doors = await Promise.all(product.apis.map(api => signIn(api, latest.idToken)))
  const anyDoor = () => random.pick(doors) ?? doorOf(first)
  return {
    id: account.id,
    email,
    get client() {
      return anyDoor().client
    },
    post(path, body) {
      const { origin, headers } = anyDoor()
      return post(`${origin}${path}`, body, headers)
    },
  }
}

/** A token is good for one process where their clocks differ by days. */
async function signIn(api: Api, idToken: string): Promise<Door> {
  const { client } = doorOf(api)
  const { accessToken } = await insist(() =>
    client.accounts.exchange.mutate({ idToken: datedLater(idToken, api.aheadMs) }),
  )
  return doorOf(api, { authorization: `Bearer ${accessToken}` })
}

/** The emulator's tokens carry no signature, so that their times can be moved. */
function datedLater(idToken: string, aheadMs: number): string {
  const [head, claims = ''] = idToken.split('.')
  const given: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const moved = Object.entries(given).map(([name, value]) => {
    const isTime = ['iat', 'exp', 'auth_time'].includes(name) && typeof value === 'number'
    return [name, isTime ? value + Math.round(aheadMs / 1000) : value]
  })
  return `${head}.${Buffer.from(JSON.stringify(Object.fromEntries(moved))).toString('base64url')}.`
}

function doorOf({ origin }: Api, headers?: { authorization: string }): Door {
  const client = createTRPCClient<AppRouter>({
    links: [
      // As the web calls it, but one at a time: a call without an input has a body then.
      httpBatchLink({
        maxItems: 1,
        url: `${origin}/trpc`,
        headers: headers ?? {},
        fetch: (url, options) => fetch(url, { ...options, signal: AbortSignal.timeout(CALL_MS) } as RequestInit),
      }),
    ],
  })
  return { origin, client, headers }
}

async function post(url: string, body: object, headers: Door['headers']): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_MS),
  })
  const text = await response.text()
  if (!response.ok) throw new RestError(response.status, text)
  return JSON.parse(text)
}
