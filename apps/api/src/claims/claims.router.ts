import {
  AddCaseNoteInput,
  AddCaseNoteOutput,
  Case,
  DecideCaseInput,
  DecideCaseOutput,
  GetCaseInput,
  ListCasesInput,
  ListCasesOutput,
  OpenCasesOutput,
} from '@second-ring/contracts/claims/case'
import {
  AcceptOfferInput,
  AcceptOfferOutput,
  AnswerClaimInput,
  AnswerClaimOutput,
  AskAdminInput,
  AskAdminOutput,
  ConfirmReturnInput,
  ConfirmReturnOutput,
  OpenClaimInput,
  OpenClaimOutput,
  RenewReturnCodeInput,
  RenewReturnCodeOutput,
  WithdrawClaimInput,
  WithdrawClaimOutput,
} from '@second-ring/contracts/claims/claim'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, router, sellerMutation, signedInMutation } from '#http/trpc/procedures.ts'
import { addCaseNote } from './add-case-note.ts'
import { answerClaim } from './answer-claim.ts'
import { acceptOffer, askAdmin } from './answer-offer.ts'
import { confirmReturn, renewReturnCode } from './confirm-return.ts'
import { decideCase } from './decide-case.ts'
import { countCases, listCases } from './list-cases.ts'
import { openClaim } from './open-claim.ts'
import { readCase } from './read-case.ts'
import { withdrawClaim } from './withdraw-claim.ts'

/** What the two sides of an order do about a claim; they read it with the order. */
export const claimsRouter = router({
  open: signedInMutation
    .input(OpenClaimInput)
    .output(OpenClaimOutput)
    .mutation(({ ctx, input }) => openClaim(ctx.platform, ctx.caller, input)),
  answer: sellerMutation
    .input(AnswerClaimInput)
    .output(AnswerClaimOutput)
    .mutation(({ ctx, input }) => answerClaim(ctx.platform, ctx.caller, input)),
  acceptOffer: signedInMutation
    .input(AcceptOfferInput)
    .output(AcceptOfferOutput)
    .mutation(({ ctx, input }) => acceptOffer(ctx.platform, ctx.caller, input)),
  askAdmin: signedInMutation
    .input(AskAdminInput)
    .output(AskAdminOutput)
    .mutation(({ ctx, input }) => askAdmin(ctx.platform, ctx.caller, input)),
  withdraw: signedInMutation
    .input(WithdrawClaimInput)
    .output(WithdrawClaimOutput)
    .mutation(({ ctx, input }) => withdrawClaim(ctx.platform, ctx.caller, input)),
  confirmReturn: signedInMutation
    .input(ConfirmReturnInput)
    .output(ConfirmReturnOutput)
    .mutation(({ ctx, input }) => confirmReturn(ctx.platform, ctx.caller, input)),
  renewReturnCode: sellerMutation
    .input(RenewReturnCodeInput)
    .output(RenewReturnCodeOutput)
    .mutation(({ ctx, input }) => renewReturnCode(ctx.platform, ctx.caller, input)),
})

/** What admins do about the claims that they decide. */
export const casesRouter = router({
  list: adminProcedure
    .input(ListCasesInput)
    .output(ListCasesOutput)
    .query(({ ctx, input }) => listCases(ctx.platform, ctx.caller, input)),
  open: adminProcedure
    .input(Nothing)
    .output(OpenCasesOutput)
    .query(({ ctx }) => countCases(ctx.platform, ctx.caller)),
  byOrder: adminProcedure
    .input(GetCaseInput)
    .output(Case)
    .query(({ ctx, input }) => readCase(ctx.platform, ctx.caller, input)),
  decide: adminMutation
    .input(DecideCaseInput)
    .output(DecideCaseOutput)
    .mutation(({ ctx, input }) => decideCase(ctx.platform, ctx.caller, input)),
  addNote: adminMutation
    .input(AddCaseNoteInput)
    .output(AddCaseNoteOutput)
    .mutation(({ ctx, input }) => addCaseNote(ctx.platform, ctx.caller, input)),
})
