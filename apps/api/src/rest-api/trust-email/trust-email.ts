import {
  EmailParams,
  EmailQuery,
  RestAccessToken,
  RestIsAdmin,
  RestIsSeller,
  RestNewUser,
  RestUserMade,
} from '@second-ring/contracts/accounts/rest'
import { IdParams } from '@second-ring/contracts/catalog/rest'
import { RestOrder } from '@second-ring/contracts/orders/rest'
import { registerProven, signUpRoles } from '#accounts/accounts.rest.ts'
import { answerAccessToken } from '#http/rest/answer-access-token.ts'
import { type Endpoint, endpoint } from '#http/rest/endpoint.ts'
import { restOrderOf } from '#orders/orders.rest.ts'
import { readAnyOrder } from './read-any-order.ts'
import { recordUnproven } from './record-unproven.ts'
import { roleOfAnyone } from './role-of-anyone.ts'
import { tokenForEmail } from './token-for-email.ts'

/** For the log, at boot. */
export const TRUST_EMAIL_WARNING =
  'REST_TRUST_EMAIL is set: over REST, whoever names an email is taken to be its owner, an admin’s too. For a laboratory only.'

const trusting: Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/jwt',
    summary: 'The access token of a person; REST_TRUST_EMAIL: for anyone who names their email',
    access: 'anyone',
    query: EmailQuery,
    answer: RestAccessToken,
    refusedAs: 403,
    handle: ({ platform, reply }, { query }) => answerAccessToken(reply, tokenForEmail(platform, query.email)),
  }),
  endpoint({
    method: 'POST',
    path: '/users',
    summary: 'Records a person; REST_TRUST_EMAIL: without proof of the email; a token that is sent must still prove it',
    access: 'anyone',
    body: RestNewUser,
    answer: RestUserMade,
    async handle(call, { body }) {
      if (call.idToken !== null) return registerProven(call, body)
      const person = { email: body.email, name: body.name, role: signUpRoles[body.role] }
      return { acknowledged: true as const, insertedId: await recordUnproven(call.platform, person) }
    },
  }),
  endpoint({
    method: 'GET',
    path: '/users/admin/:email',
    summary: 'Whether a person is an admin; REST_TRUST_EMAIL: for anyone who asks',
    access: 'anyone',
    params: EmailParams,
    answer: RestIsAdmin,
    handle: async ({ platform }, { params }) => ({
      isAdmin: (await roleOfAnyone(platform, params.email)) === 'ADMIN',
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/users/seller/:email',
    summary: 'Whether a person is a seller; REST_TRUST_EMAIL: for anyone who asks',
    access: 'anyone',
    params: EmailParams,
    answer: RestIsSeller,
    handle: async ({ platform }, { params }) => ({
      isSeller: (await roleOfAnyone(platform, params.email)) === 'SELLER',
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/orders/:id',
    summary: 'One order; REST_TRUST_EMAIL: for anyone who has its id',
    access: 'anyone',
    params: IdParams,
    answer: RestOrder,
    handle: async ({ platform }, { params }) => restOrderOf(platform)(await readAnyOrder(platform, params.id)),
  }),
]

/** The endpoints with those in the place of theirs that ask for no proof: for an old client in a laboratory. */
export function trustEmail(endpoints: readonly Endpoint[]): Endpoint[] {
  const isSame = (one: Endpoint, other: Endpoint) => one.method === other.method && one.path === other.path
  return endpoints.map(proven => trusting.find(of => isSame(of, proven)) ?? proven)
}
