import { randomUUID } from 'node:crypto'
import { grantAdmin } from '@second-ring/api/accounts/grant-admin'
import type { AppRouter } from '@second-ring/api/rpc/app-router'
import type { Database } from '@second-ring/database'
import { identityClient } from '@second-ring/sandbox/identity/client'
import { createTRPCClient, httpLink } from '@trpc/client'
import { insist } from '../insist.ts'
import type { Product } from '../product/product.ts'
import type { Random } from '../random.ts'

type Client = ReturnType<typeof createTRPCClient<AppRouter>>

/** Someone signed in, whose calls reach any of the API's processes. */
export interface Person {
  id: string
  readonly client: Client
}

interface SignUp {
  product: Product
  random: Random
  database: Database
}

const CALL_MS = 15_000

/** Signs someone up at the identity provider and at the product, as often as it takes. */
export async function signUp(of: SignUp, role: 'BUYER' | 'SELLER' | 'ADMIN'): Promise<Person> {
  const email = `chaos-${randomUUID()}@example.test`
  const nobody = clientsOf(of.product, null)
  const { idToken } = await identityClient(of.product.identityUrl).signUp({ email, password: 'second-ring' })
  const register = { idToken, name: 'Robin Vale', role: role === 'BUYER' ? ('BUYER' as const) : ('SELLER' as const) }
  const { account } = await insist(() => anyOf(nobody, of.random).accounts.register.mutate(register))
  if (role === 'ADMIN') await insist(() => grantAdmin(of.database, email))
  const { accessToken } = await insist(() => anyOf(nobody, of.random).accounts.exchange.mutate({ idToken }))
  const clients = clientsOf(of.product, accessToken)
  return {
    id: account.id,
    get client() {
      return anyOf(clients, of.random)
    },
  }
}

function clientsOf({ apis }: Product, accessToken: string | null): Client[] {
  const headers = accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }
  return apis.map(origin =>
    createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${origin}/trpc`,
          headers,
          fetch: (url, options) => fetch(url, { ...options, signal: AbortSignal.timeout(CALL_MS) } as RequestInit),
        }),
      ],
    }),
  )
}

function anyOf(clients: Client[], random: Random): Client {
  const client = random.pick(clients)
  if (!client) throw new Error('There is no API to call')
  return client
}
