import type { Context } from '../context.ts'
import type { PaymentRecord, PaymentRefundRecord } from '../state/connect-records.ts'
import { missing } from '../wire/api-error.ts'
import { listPage, type PageParams } from '../wire/paging.ts'
import { presentPayment, presentPaymentRefund } from './present-payment.ts'

/** @throws ApiError 404 when the account that the request acts for received no such payment */
export function findPayment({ tx, accountId }: Context, id: string): PaymentRecord {
  const payment = tx.get('payments', id)
  if (!payment || payment.accountId !== accountId) throw missing('charge', id)
  return payment
}

/** @throws ApiError 404 when the account that the request acts for refunded no such payment */
export function findPaymentRefund({ tx, accountId }: Context, id: string): PaymentRefundRecord {
  const refund = tx.get('paymentRefunds', id)
  if (!refund || refund.accountId !== accountId) throw missing('refund', id)
  return refund
}

/** What the account that the request acts for received. */
export function listPayments({ tx, accountId }: Context, page: PageParams): object {
  const records = accountId === null ? [] : tx.by('payments', 'accountId', accountId)
  return listPage({ records, kind: 'charge', url: '/v1/charges', show: presentPayment }, page)
}

/** What was taken back of it, or of one payment. */
export function listPaymentRefunds(
  { tx, accountId }: Context,
  paymentId: string | undefined,
  page: PageParams,
): object {
  const all = accountId === null ? [] : tx.by('paymentRefunds', 'accountId', accountId)
  const records = all.filter(one => paymentId === undefined || one.paymentId === paymentId)
  return listPage({ records, kind: 'refund', url: '/v1/refunds', show: presentPaymentRefund }, page)
}
