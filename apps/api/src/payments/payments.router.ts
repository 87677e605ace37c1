import {
  ConfirmPaymentInput,
  ConfirmPaymentOutput,
  CreatePaymentIntentInput,
  CreatePaymentIntentOutput,
} from '@second-ring/contracts/payments/payment'
import { router, signedInProcedure } from '../rpc/procedures.ts'
import { confirmPayment } from './confirm-payment.ts'
import { createPaymentIntent } from './create-payment-intent.ts'

export const paymentsRouter = router({
  createIntent: signedInProcedure
    .input(CreatePaymentIntentInput)
    .output(CreatePaymentIntentOutput)
    .mutation(({ ctx, input }) => createPaymentIntent(ctx.platform, ctx.actor, input)),
  confirm: signedInProcedure
    .input(ConfirmPaymentInput)
    .output(ConfirmPaymentOutput)
    .mutation(({ ctx, input }) => confirmPayment(ctx.platform, ctx.actor, input)),
})
