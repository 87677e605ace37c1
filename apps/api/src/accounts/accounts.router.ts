import {
  ListUsersInput,
  ListUsersOutput,
  VerifySellerInput,
  VerifySellerOutput,
} from '@second-ring/contracts/accounts/manage-users'
import {
  ChangeNameInput,
  ChangeNameOutput,
  StartSellingInput,
  StartSellingOutput,
} from '@second-ring/contracts/accounts/own-account'
import {
  ExchangeSessionInput,
  ExchangeSessionOutput,
  MyAccountOutput,
  RegisterInput,
  RegisterOutput,
} from '@second-ring/contracts/accounts/session'
import { Nothing } from '@second-ring/contracts/nothing'
import {
  adminMutation,
  adminProcedure,
  limitedProcedure,
  router,
  signedInMutation,
  signedInProcedure,
} from '#http/trpc/procedures.ts'
import { changeName } from './change-name.ts'
import { exchangeSession } from './exchange-session.ts'
import { listUsers } from './list-users.ts'
import { register } from './register.ts'
import { startSelling } from './start-selling.ts'
import { verifySeller } from './verify-seller.ts'

export const accountsRouter = router({
  register: limitedProcedure('register')
    .input(RegisterInput)
    .output(RegisterOutput)
    .mutation(({ ctx, input }) => register(ctx.platform, input)),
  exchange: limitedProcedure('signIn')
    .input(ExchangeSessionInput)
    .output(ExchangeSessionOutput)
    .mutation(({ ctx, input }) => exchangeSession(ctx.platform, input)),
  me: signedInProcedure
    .input(Nothing)
    .output(MyAccountOutput)
    .query(({ ctx }) => ctx.caller),
  changeName: signedInMutation
    .input(ChangeNameInput)
    .output(ChangeNameOutput)
    .mutation(({ ctx, input }) => changeName(ctx.platform, ctx.caller, input)),
  startSelling: signedInMutation
    .input(StartSellingInput)
    .output(StartSellingOutput)
    .mutation(({ ctx }) => startSelling(ctx.platform, ctx.caller)),
  list: adminProcedure
    .input(ListUsersInput)
    .output(ListUsersOutput)
    .query(({ ctx, input }) => listUsers(ctx.platform, ctx.caller, input)),
  verifySeller: adminMutation
    .input(VerifySellerInput)
    .output(VerifySellerOutput)
    .mutation(({ ctx, input }) => verifySeller(ctx.platform, ctx.caller, input)),
})
