import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import {
  EmailParams,
  EmailQuery,
  RestAccessToken,
  RestIsAdmin,
  RestIsSeller,
  RestNewUser,
  RestUserMade,
  RestUsers,
  RestUsersPage,
  RestVerification,
  RestVerified,
} from '@second-ring/contracts/accounts/rest'
import { IdParams } from '@second-ring/contracts/catalog/rest'
import { DomainError } from '@second-ring/contracts/errors'
import { callerOf, type Endpoint, endpoint } from '../rest/endpoint.ts'
import { linkNext } from '../rest/next-page.ts'
import { exchangeSession } from './exchange-session.ts'
import { listUsers } from './list-users.ts'
import { proveEmail } from './prove-email.ts'
import { register } from './register.ts'
import { roleOf } from './role-of.ts'
import { verifySeller } from './verify-seller.ts'

const roles: Record<'Buyer' | 'Seller', SignUpRole> = { Buyer: 'BUYER', Seller: 'SELLER' }

function listing(role: 'Buyer' | 'Seller'): Endpoint {
  return endpoint({
    method: 'GET',
    path: `/users/${role}`,
    summary: `All ${role.toLowerCase()}s, newest first; for admins`,
    access: 'signed in',
    query: RestUsersPage,
    answer: RestUsers,
    async handle(call, { query }) {
      const { items, nextCursor } = await listUsers(call.platform, callerOf(call), { ...query, role: roles[role] })
      linkNext(call.reply, nextCursor)
      return items.map(({ id, name, email, verified }) => ({
        _id: id,
        name,
        email,
        role,
        ...(verified && { status: 'verified' as const }),
      }))
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
    async handle({ platform, idToken, reply }, { query }) {
      const proof = { idToken: idToken ?? '', email: query.email }
      await proveEmail(platform, proof)
      try {
        const { accessToken } = await exchangeSession(platform, proof)
        return { accessToken }
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'ACCOUNT_MISSING') throw error
        reply.code(403)
        return { accessToken: '', message: error.message }
      }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Records a person whom the identity provider has signed up; a second time nothing changes',
    access: 'identity',
    body: RestNewUser,
    answer: RestUserMade,
    async handle({ platform, idToken }, { body }) {
      const proof = { idToken: idToken ?? '', email: body.email }
      await proveEmail(platform, proof)
      const { account } = await register(platform, { ...proof, name: body.name, role: roles[body.role] })
      return { acknowledged: true as const, insertedId: account.id }
    },
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
]
