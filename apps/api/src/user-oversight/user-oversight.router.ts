import {
  FreezePayoutsInput,
  FreezePayoutsOutput,
  LiftBanInput,
  LiftBanOutput,
  LiftSuspensionInput,
  LiftSuspensionOutput,
  ListBannedEmailsInput,
  ListBannedEmailsOutput,
  ReleasePayoutsInput,
  ReleasePayoutsOutput,
  SuspendUserInput,
  SuspendUserOutput,
} from '@second-ring/contracts/accounts/moderation'
import {
  ListUserListingsInput,
  ListUserListingsOutput,
  ListUserOrdersInput,
  ListUserOrdersOutput,
  ListUserSessionsInput,
  ListUserSessionsOutput,
  ReadUserInput,
  UserDetails,
} from '@second-ring/contracts/accounts/user-details'
import { adminMutation, adminProcedure, router } from '#http/trpc/procedures.ts'
import { freezePayouts } from './freeze-payouts.ts'
import { liftBan } from './lift-ban.ts'
import { liftSuspension } from './lift-suspension.ts'
import { listBannedEmails } from './list-banned-emails.ts'
import { listUserListings } from './list-user-listings.ts'
import { listUserOrders } from './list-user-orders.ts'
import { listUserSessions } from './list-user-sessions.ts'
import { readUser } from './read-user.ts'
import { releasePayouts } from './release-payouts.ts'
import { suspendUser } from './suspend-user.ts'

/** A part of `accounts`: what an admin sees of one user, and does about them, in all other domains. */
export const userOversightRouter = router({
  byId: adminProcedure
    .input(ReadUserInput)
    .output(UserDetails)
    .query(({ ctx, input }) => readUser(ctx.platform, ctx.caller, input)),
  listingsOf: adminProcedure
    .input(ListUserListingsInput)
    .output(ListUserListingsOutput)
    .query(({ ctx, input }) => listUserListings(ctx.platform, ctx.caller, input)),
  ordersOf: adminProcedure
    .input(ListUserOrdersInput)
    .output(ListUserOrdersOutput)
    .query(({ ctx, input }) => listUserOrders(ctx.platform, ctx.caller, input)),
  sessionsOf: adminProcedure
    .input(ListUserSessionsInput)
    .output(ListUserSessionsOutput)
    .query(({ ctx, input }) => listUserSessions(ctx.platform, ctx.caller, input)),
  suspend: adminMutation
    .input(SuspendUserInput)
    .output(SuspendUserOutput)
    .mutation(({ ctx, input }) => suspendUser(ctx.platform, ctx.caller, input)),
  liftSuspension: adminMutation
    .input(LiftSuspensionInput)
    .output(LiftSuspensionOutput)
    .mutation(({ ctx, input }) => liftSuspension(ctx.platform, ctx.caller, input)),
  freezePayouts: adminMutation
    .input(FreezePayoutsInput)
    .output(FreezePayoutsOutput)
    .mutation(({ ctx, input }) => freezePayouts(ctx.platform, ctx.caller, input)),
  releasePayouts: adminMutation
    .input(ReleasePayoutsInput)
    .output(ReleasePayoutsOutput)
    .mutation(({ ctx, input }) => releasePayouts(ctx.platform, ctx.caller, input)),
  bannedEmails: adminProcedure
    .input(ListBannedEmailsInput)
    .output(ListBannedEmailsOutput)
    .query(({ ctx, input }) => listBannedEmails(ctx.platform, ctx.caller, input)),
  liftBan: adminMutation
    .input(LiftBanInput)
    .output(LiftBanOutput)
    .mutation(({ ctx, input }) => liftBan(ctx.platform, ctx.caller, input)),
})
