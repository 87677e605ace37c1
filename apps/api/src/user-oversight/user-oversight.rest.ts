import {
  RestLifted,
  RestPayoutFreeze,
  RestPayoutsFrozen,
  RestPayoutsReleased,
  RestSuspended,
  RestSuspension,
} from '@second-ring/contracts/accounts/rest'
import { IdParams } from '@second-ring/contracts/catalog/rest'
import { callerOf } from '#http/rest/caller.ts'
import type { RestPlugin } from '#http/rest/rest-routes.ts'
import { freezePayouts } from './freeze-payouts.ts'
import { liftSuspension } from './lift-suspension.ts'
import { releasePayouts } from './release-payouts.ts'
import { suspendUser } from './suspend-user.ts'

export const userOversightRest: RestPlugin = async (app, { platform }) => {
  app.post(
    '/users/:id/suspension',
    {
      schema: {
        summary: 'Suspends a user, who reads the reason; for admins, not of admins. A second time nothing changes',
        params: IdParams,
        body: RestSuspension,
        response: { 200: RestSuspended },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async request => {
      const input = { userId: request.params.id, reason: request.body.reason }
      const { changed } = await suspendUser(platform, callerOf(request), input)
      return { acknowledged: true as const, modifiedCount: changed ? 1 : 0 }
    },
  )

  app.delete(
    '/users/:id/suspension',
    {
      schema: {
        summary: 'Lifts a suspension; for admins. A second time nothing changes',
        params: IdParams,
        response: { 200: RestLifted },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async request => {
      const { changed } = await liftSuspension(platform, callerOf(request), { userId: request.params.id })
      return { acknowledged: true as const, modifiedCount: changed ? 1 : 0 }
    },
  )

  app.post(
    '/users/:id/payout-freeze',
    {
      schema: {
        summary: 'Stops payouts to a seller, who reads the reason; for admins. A second time nothing changes',
        params: IdParams,
        body: RestPayoutFreeze,
        response: { 200: RestPayoutsFrozen },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async request => {
      const input = { userId: request.params.id, reason: request.body.reason }
      const { changed } = await freezePayouts(platform, callerOf(request), input)
      return { acknowledged: true as const, modifiedCount: changed ? 1 : 0 }
    },
  )

  app.delete(
    '/users/:id/payout-freeze',
    {
      schema: {
        summary: 'Releases payouts to a seller that were stopped; for admins. A second time nothing changes',
        params: IdParams,
        response: { 200: RestPayoutsReleased },
      },
      config: { access: 'signed in', takesAdminToken: true },
    },
    async request => {
      const { changed } = await releasePayouts(platform, callerOf(request), { userId: request.params.id })
      return { acknowledged: true as const, modifiedCount: changed ? 1 : 0 }
    },
  )
}
