import { Nothing } from '@second-ring/contracts/nothing'
import { AcceptCancellationInput, AcceptCancellationOutput } from '@second-ring/contracts/orders/cancel-by-agreement'
import { RefundOrderInput, RefundOrderOutput } from '@second-ring/contracts/orders/end-order'
import { DecideHandoverInput, DecideHandoverOutput } from '@second-ring/contracts/orders/hand-over'
import { AdmitNoShowInput, AdmitNoShowOutput } from '@second-ring/contracts/orders/no-show'
import {
  DisputeEvidenceInput,
  DisputeEvidenceOutput,
  SubmitEvidenceInput,
  SubmitEvidenceOutput,
} from '@second-ring/contracts/payments/dispute-evidence'
import {
  AskRefundAgainInput,
  AskRefundAgainOutput,
  ListOpenMoneyInput,
  ListOpenMoneyOutput,
  MoneySummaryOutput,
  SettleRefundOutsideInput,
  SettleRefundOutsideOutput,
} from '@second-ring/contracts/payments/open-money'
import { OrderMoneyInput, OrderMoneyOutput } from '@second-ring/contracts/payments/order-money'
import {
  ConfirmPaymentInput,
  ConfirmPaymentOutput,
  CreatePaymentIntentInput,
  CreatePaymentIntentOutput,
} from '@second-ring/contracts/payments/payment'
import {
  DecideUnmatchedChargeInput,
  DecideUnmatchedChargeOutput,
} from '@second-ring/contracts/payments/unmatched-charge'
import {
  adminMutation,
  adminProcedure,
  router,
  signedInMutation,
  signedInProcedure,
  staffMutation,
} from '#http/trpc/procedures.ts'
import { storeAfter } from '#platform/idempotency.ts'
import { acceptCancellation } from './accept-cancellation.ts'
import { admitNoShow } from './admit-no-show.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { decideHandover } from './decide-handover.ts'
import { decideUnmatchedCharge } from './decide-unmatched-charge.ts'
import { listOpenMoney, summarizeMoney } from './list-open-money.ts'
import { readDisputeEvidence } from './read-dispute-evidence.ts'
import { readOrderMoney } from './read-order-money.ts'
import { refundOrder } from './refund-order.ts'
import { retryRefund } from './retry-refund.ts'
import { settleRefundOutside } from './settle-refund-outside.ts'
import { submitEvidence } from './submit-evidence.ts'

/** A part of `orders`: decisions that may refund. */
export const handoverDecisionsRouter = router({
  acceptCancellation: signedInMutation
    .input(AcceptCancellationInput)
    .output(AcceptCancellationOutput)
    .mutation(({ ctx, input }) => acceptCancellation(ctx.platform, ctx.caller, input)),
  admitNoShow: signedInMutation
    .input(AdmitNoShowInput)
    .output(AdmitNoShowOutput)
    .mutation(({ ctx, input }) => admitNoShow(ctx.platform, ctx.caller, input)),
  decideHandover: adminMutation
    .input(DecideHandoverInput)
    .output(DecideHandoverOutput)
    .mutation(({ ctx, input }) => decideHandover(ctx.platform, ctx.caller, input)),
})

export const paymentsRouter = router({
  createIntent: signedInMutation
    .input(CreatePaymentIntentInput)
    .output(CreatePaymentIntentOutput)
    .mutation(({ ctx, input }) =>
      storeAfter(ctx.platform, ctx.caller, () => createPaymentIntent(ctx.platform, ctx.caller, input)),
    ),
  confirm: signedInMutation
    .input(ConfirmPaymentInput)
    .output(ConfirmPaymentOutput)
    .mutation(({ ctx, input }) =>
      storeAfter(ctx.platform, ctx.caller, () => confirmPayment(ctx.platform, ctx.caller, input)),
    ),
  decideUnmatched: adminMutation
    .input(DecideUnmatchedChargeInput)
    .output(DecideUnmatchedChargeOutput)
    .mutation(({ ctx, input }) => decideUnmatchedCharge(ctx.platform, ctx.caller, input)),
  refund: staffMutation
    .input(RefundOrderInput)
    .output(RefundOrderOutput)
    .mutation(({ ctx, input }) => refundOrder(ctx.platform, ctx.caller, input)),
  ofOrder: signedInProcedure
    .input(OrderMoneyInput)
    .output(OrderMoneyOutput)
    .query(({ ctx, input }) => readOrderMoney(ctx.platform, ctx.caller, input)),
  open: adminProcedure
    .input(ListOpenMoneyInput)
    .output(ListOpenMoneyOutput)
    .query(({ ctx, input }) => listOpenMoney(ctx.platform, ctx.caller, input)),
  summary: adminProcedure
    .input(Nothing)
    .output(MoneySummaryOutput)
    .query(({ ctx }) => summarizeMoney(ctx.platform, ctx.caller)),
  askRefundAgain: adminMutation
    .input(AskRefundAgainInput)
    .output(AskRefundAgainOutput)
    .mutation(({ ctx, input }) => retryRefund(ctx.platform, ctx.caller, input)),
  settleRefundOutside: adminMutation
    .input(SettleRefundOutsideInput)
    .output(SettleRefundOutsideOutput)
    .mutation(({ ctx, input }) => settleRefundOutside(ctx.platform, ctx.caller, input)),
  disputeEvidence: adminProcedure
    .input(DisputeEvidenceInput)
    .output(DisputeEvidenceOutput)
    .query(({ ctx, input }) => readDisputeEvidence(ctx.platform, ctx.caller, input)),
  submitEvidence: adminMutation
    .input(SubmitEvidenceInput)
    .output(SubmitEvidenceOutput)
    .mutation(({ ctx, input }) => submitEvidence(ctx.platform, ctx.caller, input)),
})
