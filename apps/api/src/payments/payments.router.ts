import { RefundOrderInput, RefundOrderOutput } from '@second-ring/contracts/orders/end-order'
import {
  ConfirmPaymentInput,
  ConfirmPaymentOutput,
  CreatePaymentIntentInput,
  CreatePaymentIntentOutput,
} from '@second-ring/contracts/payments/payment'
import { router, signedInProcedure, staffProcedure } from '../rpc/procedures.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'
import { refundOrder } from './refund-order.ts'

export const paymentsRouter = router({
  createIntent: signedInProcedure
    .input(CreatePaymentIntentInput)
    .output(CreatePaymentIntentOutput)
    .mutation(({ ctx, input }) => createPaymentIntent(ctx.platform, ctx.actor, input)),
  confirm: signedInProcedure
    .input(ConfirmPaymentInput)
    .output(ConfirmPaymentOutput)
    .mutation(({ ctx, input }) => confirmPayment(ctx.platform, ctx.actor, input)),
  refund: staffProcedure
    .input(RefundOrderInput)
    .output(RefundOrderOutput)
    .mutation(({ ctx, input }) => refundOrder(ctx.platform, ctx.actor, input)),
})
