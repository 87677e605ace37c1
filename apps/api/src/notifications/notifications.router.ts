import { Nothing } from '@second-ring/contracts/nothing'
import {
  ListNoticesInput,
  ListNoticesOutput,
  ReadNoticesOutput,
  UnreadNoticesOutput,
} from '@second-ring/contracts/notices/notice'
import { router, signedInProcedure } from '#http/trpc/procedures.ts'
import { countUnread, listNotifications, markNotificationsRead } from './list-notifications.ts'

export const notificationsRouter = router({
  list: signedInProcedure
    .input(ListNoticesInput)
    .output(ListNoticesOutput)
    .query(({ ctx, input }) => listNotifications(ctx.platform, ctx.caller, input)),
  unread: signedInProcedure
    .input(Nothing)
    .output(UnreadNoticesOutput)
    .query(({ ctx }) => countUnread(ctx.platform, ctx.caller)),
  readAll: signedInProcedure
    .input(Nothing)
    .output(ReadNoticesOutput)
    .mutation(({ ctx }) => markNotificationsRead(ctx.platform, ctx.caller)),
})
