import { IdParams } from '@second-ring/contracts/catalog/rest'
import { Deleted, ErrorBody, NotYetDeleted } from '@second-ring/contracts/wire'
import * as z from 'zod/mini'
import { callerOf } from '#http/rest/caller.ts'
import { deletion } from '#http/rest/deletion.ts'
import type { RestPlugin } from '#http/rest/rest-routes.ts'
import { removeOrPropose } from './remove-or-propose.ts'

export const userRemovalRest: RestPlugin = async (app, { platform }) => {
  app.delete(
    '/users/:id',
    {
      schema: {
        summary:
          'Removes a user; for admins, not themselves. An admin is removed once a second one asks for it, within 24 hours',
        params: IdParams,
        response: { 200: Deleted, 409: z.union([Deleted, NotYetDeleted, ErrorBody]) },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async (request, reply) => {
      const removal = removeOrPropose(platform, callerOf(request), { userId: request.params.id })
      const answer = await deletion(reply, removal, 'CONFLICT')
      const { proposed } = await removal.catch(() => ({ proposed: null }))
      if (proposed === null) return answer
      reply.code(409)
      return { acknowledged: false as const, deletedCount: 0 as const, message: proposed.message, code: proposed.code }
    },
  )
}
