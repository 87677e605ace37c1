import { IdParams } from '@second-ring/contracts/catalog/rest'
import { RestListingRemoval } from '@second-ring/contracts/moderation/remove-any-listing'
import { Deleted } from '@second-ring/contracts/wire'
import { callerOf } from '#http/rest/caller.ts'
import { deletion } from '#http/rest/deletion.ts'
import { orError, type RestPlugin } from '#http/rest/rest-routes.ts'
import { removeAnyListing } from './remove-any-listing.ts'

export const moderationRest: RestPlugin = async (app, { platform }) => {
  // A DELETE with a body does not pass every proxy.
  app.post(
    '/admin/listings/:id/removal',
    {
      schema: {
        summary: 'Removes somebody’s post with a reason that its seller reads; for admins; not one that is paid',
        params: IdParams,
        body: RestListingRemoval,
        response: { 200: Deleted, 409: orError(Deleted) },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async (request, reply) => {
      const { reason } = request.body
      const removal = removeAnyListing(platform, callerOf(request), { listingId: request.params.id, reason })
      const answer = await deletion(reply, removal, 'LISTING_NOT_AVAILABLE')
      const removed = await removal.catch(() => null)
      return removed?.changed === false ? { ...answer, deletedCount: 0 } : answer
    },
  )
}
