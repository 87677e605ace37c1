import { MyLimitsOutput } from '@second-ring/contracts/accounts/limits'
import {
  ListUsersInput,
  ListUsersOutput,
  UnverifySellerInput,
  UnverifySellerOutput,
  VerifySellerInput,
  VerifySellerOutput,
} from '@second-ring/contracts/accounts/manage-users'
import {
  AskEmailChangeInput,
  AskEmailChangeOutput,
  ChangeNameInput,
  ChangeNameOutput,
  PendingEmailChange,
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
import {
  EndUserSessionsInput,
  ListSessionsOutput,
  SessionsEndedOutput,
  SignOutThereInput,
} from '@second-ring/contracts/accounts/sessions'
import { Nothing } from '@second-ring/contracts/nothing'
import {
  adminMutation,
  adminProcedure,
  limitedProcedure,
  router,
  signedInMutation,
  signedInProcedure,
} from '#http/trpc/procedures.ts'
import { sessionOrigin } from '#identity/session-origin.ts'
import { askEmailChange } from './ask-email-change.ts'
import { changeName } from './change-name.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { exchangeSession } from './exchange-session.ts'
import { listSessions } from './list-sessions.ts'
import { listUsers } from './list-users.ts'
import { readEmailChange } from './read-email-change.ts'
import { readLimits } from './read-limits.ts'
import { register } from './register.ts'
import { signOut } from './sign-out.ts'
import { signOutEverywhere, signOutThere } from './sign-out-elsewhere.ts'
import { startSelling } from './start-selling.ts'
import { unverifySeller } from './unverify-seller.ts'
import { verifySeller } from './verify-seller.ts'

export const accountsRouter = router({
  register: limitedProcedure('register')
    .input(RegisterInput)
    .output(RegisterOutput)
    .mutation(({ ctx, input }) => register(ctx.platform, input, ctx.caller)),
  exchange: limitedProcedure('signIn')
    .input(ExchangeSessionInput)
    .output(ExchangeSessionOutput)
    .mutation(({ ctx, input }) =>
      exchangeSession(
        ctx.platform,
        { ...input, caller: ctx.caller, accessToken: ctx.accessToken },
        sessionOrigin(ctx.device, ctx.address),
      ),
    ),
  me: signedInProcedure
    .input(Nothing)
    .output(MyAccountOutput)
    .query(({ ctx }) => ctx.caller),
  limits: signedInProcedure
    .input(Nothing)
    .output(MyLimitsOutput)
    .query(({ ctx }) => readLimits(ctx.platform, ctx.caller)),
  changeName: signedInMutation
    .input(ChangeNameInput)
    .output(ChangeNameOutput)
    .mutation(({ ctx, input }) => changeName(ctx.platform, ctx.caller, input)),
  askEmailChange: signedInMutation
    .input(AskEmailChangeInput)
    .output(AskEmailChangeOutput)
    .mutation(({ ctx, input }) => askEmailChange(ctx.platform, ctx.caller, input)),
  emailChange: signedInProcedure
    .input(Nothing)
    .output(PendingEmailChange)
    .query(({ ctx }) => readEmailChange(ctx.platform, ctx.caller)),
  startSelling: signedInMutation
    .input(StartSellingInput)
    .output(StartSellingOutput)
    .mutation(({ ctx }) => startSelling(ctx.platform, ctx.caller)),
  sessions: signedInProcedure
    .input(Nothing)
    .output(ListSessionsOutput)
    .query(({ ctx }) => listSessions(ctx.platform, ctx.caller)),
  signOut: signedInProcedure
    .input(Nothing)
    .output(SessionsEndedOutput)
    .mutation(({ ctx }) => signOut(ctx.platform, ctx.caller)),
  signOutThere: signedInMutation
    .input(SignOutThereInput)
    .output(SessionsEndedOutput)
    .mutation(({ ctx, input }) => signOutThere(ctx.platform, ctx.caller, input)),
  signOutEverywhere: signedInProcedure
    .input(Nothing)
    .output(SessionsEndedOutput)
    .mutation(({ ctx }) => signOutEverywhere(ctx.platform, ctx.caller)),
  endUserSessions: adminMutation
    .input(EndUserSessionsInput)
    .output(SessionsEndedOutput)
    .mutation(({ ctx, input }) => endUserSessions(ctx.platform, ctx.caller, input)),
  list: adminProcedure
    .input(ListUsersInput)
    .output(ListUsersOutput)
    .query(({ ctx, input }) => listUsers(ctx.platform, ctx.caller, input)),
  verifySeller: adminMutation
    .input(VerifySellerInput)
    .output(VerifySellerOutput)
    .mutation(({ ctx, input }) => verifySeller(ctx.platform, ctx.caller, input)),
  unverifySeller: adminMutation
    .input(UnverifySellerInput)
    .output(UnverifySellerOutput)
    .mutation(({ ctx, input }) => unverifySeller(ctx.platform, ctx.caller, input)),
})
