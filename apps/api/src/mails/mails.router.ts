import {
  ChooseMailsInput,
  MailChoice,
  UnsubscribeInput,
  UnsubscribeOutput,
} from '@second-ring/contracts/mails/choose-mails'
import { Nothing } from '@second-ring/contracts/nothing'
import { publicProcedure, router, signedInMutation, signedInProcedure } from '#http/trpc/procedures.ts'
import { chooseMails, readMailChoice } from './choose-mails.ts'
import { unsubscribe } from './unsubscribe.ts'

export const mailsRouter = router({
  choice: signedInProcedure
    .input(Nothing)
    .output(MailChoice)
    .query(({ ctx }) => readMailChoice(ctx.platform, ctx.caller)),
  choose: signedInMutation
    .input(ChooseMailsInput)
    .output(MailChoice)
    .mutation(({ ctx, input }) => chooseMails(ctx.platform, ctx.caller, input)),
  unsubscribe: publicProcedure
    .input(UnsubscribeInput)
    .output(UnsubscribeOutput)
    .mutation(({ ctx, input }) => unsubscribe(ctx.platform, input)),
})
