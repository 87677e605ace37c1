import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import {
  EmailParams,
  EmailQuery,
  RestAccessToken,
  RestIsAdmin,
  RestIsSeller,
  RestNewUser,
  RestSessionSynced,
  RestUserMade,
  RestUsers,
  RestUsersPage,
  RestVerification,
  RestVerified,
} from '@second-ring/contracts/accounts/rest'
import { IdParams } from '@second-ring/contracts/catalog/rest'
import type * as z from 'zod/mini'
import { answerAccessToken } from '#http/rest/answer-access-token.ts'
import { type Call, callerOf, type Endpoint, endpoint, listEndpoint } from '#http/rest/endpoint.ts'
import { exchangeSession } from './exchange-session.ts'
import { listUsers } from './list-users.ts'
import { proveEmail } from './prove-email.ts'
import { register } from './register.ts'
import { roleOf } from './role-of.ts'
import { syncSession } from './sync-session.ts'
import { verifySeller } from './verify-seller.ts'

export const signUpRoles: Record<'Buyer' | 'Seller', SignUpRole> = { Buyer: 'BUYER', Seller: 'SELLER' }

/** Records a person by the ID token of their email. */
export async function registerProven({ platform, idToken }: Call, { email, name, role }: z.infer<typeof RestNewUser>) {
  const proof = { idToken: idToken ?? '', email }
  await proveEmail(platform, proof)
  const { account } = await register(platform, { ...proof, name, role: signUpRoles[role] })
  return { acknowledged: true as const, insertedId: account.id }
}

function listing(role: 'Buyer' | 'Seller'): Endpoint {
  return listEndpoint({
    path: `/users/${role}`,
    summary: `All ${role.toLowerCase()}s, newest first; for admins`,
    access: 'signed in',
    query: RestUsersPage,
    answer: RestUsers,
    async readPage(call, _, page) {
      const { items, nextCursor } = await listUsers(call.platform, callerOf(call), { ...page, role: signUpRoles[role] })
      const users = items.map(({ id, name, email, verified }) => ({
        _id: id,
        name,
        email,
        role,
        ...(verified && { status: 'verified' as const }),
      }))
      return { items: users, nextCursor }
    },
  })
}

export const accountsRest: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/jwt',
    summary: 'The access token of a person, for the identity provider’s ID token of that very email',
    access: 'identity',
    query: EmailQuery,
    answer: RestAccessToken,
    refusedAs: 403,
    async handle({ platform, idToken, reply }, { query }) {
      const proof = { idToken: idToken ?? '', email: query.email }
      await proveEmail(platform, proof)
      const issuing = exchangeSession(platform, proof).then(({ accessToken }) => accessToken)
      return answerAccessToken(reply, issuing)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Records a person whom the identity provider has signed up; a second time nothing changes',
    access: 'identity',
    body: RestNewUser,
    answer: RestUserMade,
    handle: (call, { body }) => registerProven(call, body),
  }),
  endpoint({
    method: 'GET',
    path: '/users/admin/:email',
    summary: 'Whether a person is an admin; for that person or an admin',
    access: 'signed in',
    params: EmailParams,
    answer: RestIsAdmin,
    handle: async (call, { params }) => ({
      isAdmin: (await roleOf(call.platform, callerOf(call), params.email)) === 'ADMIN',
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/users/seller/:email',
    summary: 'Whether a person is a seller; for that person or an admin',
    access: 'signed in',
    params: EmailParams,
    answer: RestIsSeller,
    handle: async (call, { params }) => ({
      isSeller: (await roleOf(call.platform, callerOf(call), params.email)) === 'SELLER',
    }),
  }),
  listing('Buyer'),
  listing('Seller'),
  endpoint({
    method: 'POST',
    path: '/users/:id',
    summary: 'Verifies a seller; for admins',
    access: 'signed in',
    params: IdParams,
    body: RestVerification,
    answer: RestVerified,
    async handle(call, { params }) {
      const { changed } = await verifySeller(call.platform, callerOf(call), { userId: params.id })
      return { acknowledged: true as const, matchedCount: 1, modifiedCount: changed ? 1 : 0 }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/token-sync',
    summary:
      'Keeps the session of someone who signed in at most 5 minutes ago in a cookie that scripts cannot read; calls that only read may go by it',
    access: 'identity',
    answer: RestSessionSynced,
    async handle({ platform, idToken, reply, session }) {
      const { accessToken, expiresAt } = await syncSession(platform, { idToken: idToken ?? '' })
      session.set(reply, accessToken)
      return { acknowledged: true as const, expiresAt }
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/token-sync',
    summary: 'Clears the session’s cookie, for signing out',
    access: 'anyone',
    answer: RestSessionSynced,
    async handle({ reply, session }) {
      session.clear(reply)
      return { acknowledged: true as const }
    },
  }),
]
