import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import {
  EmailParams,
  EmailQuery,
  RestAccessToken,
  RestIsAdmin,
  RestIsSeller,
  RestNewUser,
  RestRole,
  RestSessionSynced,
  RestStartedSelling,
  RestUserMade,
  RestUsers,
  RestUsersPage,
  RestVerification,
  RestVerified,
} from '@second-ring/contracts/accounts/rest'
import { IdParams } from '@second-ring/contracts/catalog/rest'
import type * as z from 'zod/mini'
import { answerAccessToken } from '#http/rest/answer-access-token.ts'
import { callerOf, idTokenOf, originOf } from '#http/rest/caller.ts'
import { orError, type RestPlugin } from '#http/rest/rest-routes.ts'
import { sendList } from '#http/rest/whole-list.ts'
import { authenticate, bearerToken } from '#identity/authenticate.ts'
import type { Platform } from '#platform/platform.ts'
import { enter } from './exchange-session.ts'
import { listUsers } from './list-users.ts'
import { proveEmail } from './prove-email.ts'
import { registerSignIn } from './register.ts'
import { roleOf } from './role-of.ts'
import { signOut } from './sign-out.ts'
import { startSelling } from './start-selling.ts'
import { syncSession } from './sync-session.ts'
import { verifySeller } from './verify-seller.ts'

export const signUpRoles: Record<'Buyer' | 'Seller', SignUpRole> = { Buyer: 'BUYER', Seller: 'SELLER' }

/**
 * Records a user by the ID token of their email. A new one is mailed the link that proves it, which a browser asks for by
 * itself; where the provider does not mail it, a client asks there again.
 */
export async function registerProven(
  platform: Platform,
  { email, name, role, idToken }: z.infer<typeof RestNewUser> & { idToken: string },
) {
  const signIn = await proveEmail(platform, { idToken, email })
  const { account, created } = await registerSignIn(platform, { signIn, name, role: signUpRoles[role] })
  if (created && !account.emailVerified) await platform.identity.mailProof(idToken).catch(() => false)
  return { acknowledged: true as const, insertedId: account.id }
}

/** The routes that `REST_TRUST_EMAIL` replaces. */
export const provenAccountsRest: RestPlugin = async (app, { platform }) => {
  app.get(
    '/jwt',
    {
      schema: {
        summary: 'The access token of a person, for the identity provider’s ID token of that very email',
        querystring: EmailQuery,
        response: { 200: RestAccessToken, 403: orError(RestAccessToken) },
      },
      config: { access: 'identity' },
    },
    async (request, reply) => {
      const signIn = await proveEmail(platform, { idToken: idTokenOf(request), email: request.query.email })
      const issuing = enter(platform, { signIn, lapses: true }, originOf(request)).then(
        ({ accessToken }) => accessToken,
      )
      return answerAccessToken(reply, issuing)
    },
  )

  app.post(
    '/users',
    {
      schema: {
        summary:
          'Records a person whom the identity provider has signed up, and has it mail the link that proves the email; a second time nothing changes',
        body: RestNewUser,
        response: { 200: RestUserMade },
      },
      config: { access: 'identity' },
    },
    async request => registerProven(platform, { ...request.body, idToken: idTokenOf(request) }),
  )

  app.get(
    '/users/admin/:email',
    {
      schema: {
        summary: 'Whether a person is an admin; for that person or an admin',
        params: EmailParams,
        response: { 200: RestIsAdmin },
      },
      config: { access: 'signed in' },
    },
    async request => ({ isAdmin: (await roleOf(platform, callerOf(request), request.params.email)) === 'ADMIN' }),
  )

  app.get(
    '/users/seller/:email',
    {
      schema: {
        summary: 'Whether a person is a seller; for that person or an admin',
        params: EmailParams,
        response: { 200: RestIsSeller },
      },
      config: { access: 'signed in' },
    },
    async request => ({ isSeller: (await roleOf(platform, callerOf(request), request.params.email)) === 'SELLER' }),
  )
}

export const accountsRest: RestPlugin = async (app, { platform, session }) => {
  for (const role of RestRole.options) {
    app.get(
      `/users/${role}`,
      {
        schema: {
          summary: `All ${role.toLowerCase()}s, newest first; for admins`,
          querystring: RestUsersPage,
          response: { 200: RestUsers },
        },
        config: { access: 'signed in' },
      },
      async (request, reply) =>
        sendList(reply, request.query, async page => {
          const paged = { ...page, role: signUpRoles[role] }
          const { items, nextCursor } = await listUsers(platform, callerOf(request), paged)
          const users = items.map(({ id, name, email, verified }) => ({
            _id: id,
            name,
            email,
            role,
            ...(verified && { status: 'verified' as const }),
          }))
          return { items: users, nextCursor }
        }),
    )
  }

  app.post(
    '/users/:id',
    {
      schema: {
        summary: 'Verifies a seller; for admins',
        params: IdParams,
        body: RestVerification,
        response: { 200: RestVerified },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async request => {
      const { changed } = await verifySeller(platform, callerOf(request), { userId: request.params.id })
      return { acknowledged: true as const, matchedCount: 1, modifiedCount: changed ? 1 : 0 }
    },
  )

  app.post(
    '/account/start-selling',
    {
      schema: {
        summary: 'Makes the caller, a buyer, a seller; a second time nothing changes',
        response: { 200: RestStartedSelling },
      },
      config: { access: 'signed in' },
    },
    async request => {
      const { changed } = await startSelling(platform, callerOf(request))
      return { acknowledged: true as const, modifiedCount: changed ? 1 : 0 }
    },
  )

  app.post(
    '/token-sync',
    {
      schema: {
        summary:
          'Keeps the session of someone who signed in at most 5 minutes ago in a cookie that scripts cannot read; calls that only read may go by it',
        response: { 200: RestSessionSynced },
      },
      config: { access: 'identity' },
    },
    async (request, reply) => {
      const shown = { idToken: idTokenOf(request), accessToken: session.read(request) }
      const { accessToken, expiresAt } = await syncSession(platform, shown, originOf(request))
      session.set(reply, accessToken)
      return { acknowledged: true as const, expiresAt }
    },
  )

  app.delete(
    '/token-sync',
    {
      schema: {
        summary: 'Signs out: ends the session of the cookie, or of a bearer, and clears the cookie',
        response: { 200: RestSessionSynced },
      },
      config: { access: 'anyone' },
    },
    async (request, reply) => {
      const token = bearerToken(request.headers.authorization) ?? session.read(request)
      const { caller } = await authenticate(platform, token)
      if (caller) await signOut(platform, caller)
      session.clear(reply)
      return { acknowledged: true as const }
    },
  )
}
