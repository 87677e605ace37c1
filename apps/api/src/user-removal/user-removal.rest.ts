import { IdParams } from '@second-ring/contracts/catalog/rest'
import { Deleted } from '@second-ring/contracts/wire'
import { callerOf } from '#http/rest/caller.ts'
import { deletion } from '#http/rest/deletion.ts'
import { orError, type RestPlugin } from '#http/rest/rest-routes.ts'
import { removeUser } from './remove-user.ts'

export const userRemovalRest: RestPlugin = async (app, { platform }) => {
  app.delete(
    '/users/:id',
    {
      schema: {
        summary: 'Removes a user; for admins, not themselves',
        params: IdParams,
        response: { 200: Deleted, 409: orError(Deleted) },
      },
      config: { access: 'signed in' },
    },
    (request, reply) =>
      deletion(reply, removeUser(platform, callerOf(request), { userId: request.params.id }), 'CONFLICT'),
  )
}
