import {
  ExchangeSessionInput,
  ExchangeSessionOutput,
  MyAccountOutput,
  RegisterInput,
  RegisterOutput,
} from '@second-ring/contracts/accounts/session'
import { Nothing } from '@second-ring/contracts/nothing'
import { publicProcedure, router, signedInProcedure } from '../rpc/procedures.ts'
import { exchangeSession } from './exchange-session.ts'
import { register } from './register.ts'

export const accountsRouter = router({
  register: publicProcedure
    .input(RegisterInput)
    .output(RegisterOutput)
    .mutation(({ ctx, input }) => register(ctx.platform, input)),
  exchange: publicProcedure
    .input(ExchangeSessionInput)
    .output(ExchangeSessionOutput)
    .mutation(({ ctx, input }) => exchangeSession(ctx.platform, input)),
  me: signedInProcedure
    .input(Nothing)
    .output(MyAccountOutput)
    .query(({ ctx }) => ctx.actor),
})
