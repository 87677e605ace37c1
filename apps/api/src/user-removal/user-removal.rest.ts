import { IdParams } from '@second-ring/contracts/catalog/rest'
import { Deleted } from '@second-ring/contracts/wire'
import { deletion } from '#http/rest/deletion.ts'
import { callerOf, type Endpoint, endpoint } from '#http/rest/endpoint.ts'
import { removeUser } from './remove-user.ts'

export const userRemovalRest: Endpoint[] = [
  endpoint({
    method: 'DELETE',
    path: '/users/:id',
    summary: 'Removes a user; for admins, not themselves',
    access: 'signed in',
    params: IdParams,
    answer: Deleted,
    refusedAs: 409,
    handle: (call, { params }) =>
      deletion(call.reply, removeUser(call.platform, callerOf(call), { userId: params.id }), 'CONFLICT'),
  }),
]
