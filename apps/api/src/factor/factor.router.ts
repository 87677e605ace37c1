import {
  MakeAdminTokenOutput,
  MyFactorOutput,
  ProofOutput,
  ProveByCodeInput,
  ProveByPasskeyInput,
  RegisterPasskeyOutput,
  RenewRecoveryCodesOutput,
  RevokeAdminTokenInput,
  RevokeAdminTokenOutput,
} from '@second-ring/contracts/factor/factor'
import {
  PasskeyCreation,
  PasskeyRequest,
  RegisterPasskeyInput,
  RemovePasskeyInput,
  RemovePasskeyOutput,
  StartPasskeyInput,
} from '@second-ring/contracts/factor/passkeys'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, router } from '#http/trpc/procedures.ts'
import { makeAdminToken, revokeAdminToken } from './admin-token.ts'
import { proveByCode, renewCodes } from './prove-by-code.ts'
import { proveByPasskey, startProof } from './prove-by-passkey.ts'
import { readFactor } from './read-factor.ts'
import { registerPasskey, startPasskey } from './register-passkey.ts'
import { removePasskey } from './remove-passkey.ts'

/** Most take no idempotency key: a challenge is answered once anyway, and what is shown once is stored nowhere. */
export const factorRouter = router({
  mine: adminProcedure
    .input(Nothing)
    .output(MyFactorOutput)
    .query(({ ctx }) => readFactor(ctx.platform, ctx.caller)),
  startPasskey: adminProcedure
    .input(StartPasskeyInput)
    .output(PasskeyCreation)
    .mutation(({ ctx, input }) => startPasskey(ctx.platform, ctx.caller, input)),
  registerPasskey: adminProcedure
    .input(RegisterPasskeyInput)
    .output(RegisterPasskeyOutput)
    .mutation(({ ctx, input }) => registerPasskey(ctx.platform, ctx.caller, input)),
  removePasskey: adminMutation
    .input(RemovePasskeyInput)
    .output(RemovePasskeyOutput)
    .mutation(({ ctx, input }) => removePasskey(ctx.platform, ctx.caller, input)),
  startProof: adminProcedure
    .input(Nothing)
    .output(PasskeyRequest)
    .mutation(({ ctx }) => startProof(ctx.platform, ctx.caller)),
  proveByPasskey: adminProcedure
    .input(ProveByPasskeyInput)
    .output(ProofOutput)
    .mutation(({ ctx, input }) => proveByPasskey(ctx.platform, ctx.caller, input)),
  proveByCode: adminProcedure
    .input(ProveByCodeInput)
    .output(ProofOutput)
    .mutation(({ ctx, input }) => proveByCode(ctx.platform, ctx.caller, input)),
  renewCodes: adminProcedure
    .input(Nothing)
    .output(RenewRecoveryCodesOutput)
    .mutation(({ ctx }) => renewCodes(ctx.platform, ctx.caller)),
  makeToken: adminProcedure
    .input(Nothing)
    .output(MakeAdminTokenOutput)
    .mutation(({ ctx }) => makeAdminToken(ctx.platform, ctx.caller)),
  revokeToken: adminMutation
    .input(RevokeAdminTokenInput)
    .output(RevokeAdminTokenOutput)
    .mutation(({ ctx, input }) => revokeAdminToken(ctx.platform, ctx.caller, input)),
})
