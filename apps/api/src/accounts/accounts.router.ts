import {
  ListUsersInput,
  ListUsersOutput,
  VerifySellerInput,
  VerifySellerOutput,
} from '@second-ring/contracts/accounts/manage-users'
import {
  ExchangeSessionInput,
  ExchangeSessionOutput,
  MyAccountOutput,
  RegisterInput,
  RegisterOutput,
} from '@second-ring/contracts/accounts/session'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, limitedProcedure, router, signedInProcedure } from '#http/trpc/procedures.ts'
import { exchangeSession } from './exchange-session.ts'
import { listUsers } from './list-users.ts'
import { register } from './register.ts'
import { verifySeller } from './verify-seller.ts'

export const accountsRouter = router({
  register: limitedProcedure('register')
    .input(RegisterInput)
    .output(RegisterOutput)
    .mutation(({ ctx, input }) => register(ctx.platform, input, ctx.caller)),
  exchange: limitedProcedure('signIn')
    .input(ExchangeSessionInput)
    .output(ExchangeSessionOutput)
    .mutation(({ ctx, input }) => exchangeSession(ctx.platform, input, ctx.caller)),
  me: signedInProcedure
    .input(Nothing)
    .output(MyAccountOutput)
    .query(({ ctx }) => ctx.caller),
  list: adminProcedure
    .input(ListUsersInput)
    .output(ListUsersOutput)
    .query(({ ctx, input }) => listUsers(ctx.platform, ctx.caller, input)),
  verifySeller: adminMutation
    .input(VerifySellerInput)
    .output(VerifySellerOutput)
    .mutation(({ ctx, input }) => verifySeller(ctx.platform, ctx.caller, input)),
})
