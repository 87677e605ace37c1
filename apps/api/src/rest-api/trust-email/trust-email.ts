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
import { originOf } from '#http/rest/caller.ts'
import { orError, type RestPlugin } from '#http/rest/rest-routes.ts'
import { bearerToken } from '#identity/authenticate.ts'
import { restOrderOf } from '#orders/orders.rest.ts'
import { readAnyOrder } from './read-any-order.ts'
import { recordUnproven } from './record-unproven.ts'
import { roleOfAnyone } from './role-of-anyone.ts'
import { tokenForEmail } from './token-for-email.ts'

/** For the log, at boot. */
export const TRUST_EMAIL_WARNING =
  'REST_TRUST_EMAIL is set: over REST, whoever names an email is taken to be its owner, an admin’s too. For a laboratory only.'

/** The routes that ask for no proof, in the place of those that do: for an old client in a laboratory. */
export const trustEmailRest: RestPlugin = async (app, { platform }) => {
  app.get(
    '/jwt',
    {
      schema: {
        summary: 'The access token of a person; REST_TRUST_EMAIL: for anyone who names their email',
        querystring: EmailQuery,
        response: { 200: RestAccessToken, 403: orError(RestAccessToken) },
      },
      config: { access: 'anyone' },
    },
    async (request, reply) => answerAccessToken(reply, tokenForEmail(platform, request.query.email, originOf(request))),
  )

  app.post(
    '/users',
    {
      schema: {
        summary:
          'Records a person; REST_TRUST_EMAIL: without proof of the email; a token that is sent must still prove it',
        body: RestNewUser,
        response: { 200: RestUserMade },
      },
      config: { access: 'anyone' },
    },
    async ({ body, headers }) => {
      const idToken = bearerToken(headers.authorization)
      if (idToken !== null) return registerProven(platform, { ...body, idToken })
      const user = { email: body.email, name: body.name, role: signUpRoles[body.role] }
      return { acknowledged: true as const, insertedId: await recordUnproven(platform, user) }
    },
  )

  app.get(
    '/users/admin/:email',
    {
      schema: {
        summary: 'Whether a person is an admin; REST_TRUST_EMAIL: for anyone who asks',
        params: EmailParams,
        response: { 200: RestIsAdmin },
      },
      config: { access: 'anyone' },
    },
    async ({ params }) => ({ isAdmin: (await roleOfAnyone(platform, params.email)) === 'ADMIN' }),
  )

  app.get(
    '/users/seller/:email',
    {
      schema: {
        summary: 'Whether a person is a seller; REST_TRUST_EMAIL: for anyone who asks',
        params: EmailParams,
        response: { 200: RestIsSeller },
      },
      config: { access: 'anyone' },
    },
    async ({ params }) => ({ isSeller: (await roleOfAnyone(platform, params.email)) === 'SELLER' }),
  )

  app.get(
    '/orders/:id',
    {
      schema: {
        summary: 'One order; REST_TRUST_EMAIL: for anyone who has its id',
        params: IdParams,
        response: { 200: RestOrder },
      },
      config: { access: 'anyone' },
    },
    async ({ params }) => restOrderOf(platform)(await readAnyOrder(platform, params.id)),
  )
}
