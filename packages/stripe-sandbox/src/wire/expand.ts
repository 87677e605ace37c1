import { presentBankAccount } from '../accounts/bank-account.ts'
import { countryOf, findBankAccount } from '../accounts/platform.ts'
import { presentAccount } from '../accounts/present-account.ts'
import { presentBalanceTransaction } from '../balance/present-balance-transaction.ts'
import { presentCharge } from '../charges/present-charge.ts'
import type { Context } from '../context.ts'
import { presentDispute } from '../disputes/present-dispute.ts'
import { presentIntent } from '../intents/present-intent.ts'
import { presentPaymentMethod } from '../payment-methods/present-payment-method.ts'
import { presentPayout } from '../payouts/present-payout.ts'
import { presentRefund } from '../refunds/present-refund.ts'
import { presentPayment, presentPaymentRefund } from '../transfers/present-payment.ts'
import { presentReversal, presentTransfer } from '../transfers/present-transfer.ts'
import { invalidRequest } from './api-error.ts'

type ApiObject = Record<string, unknown>

type From = Pick<Context, 'tx' | 'now'>
type At = { path: string; from: From }
type Find = (id: string, from: From) => object | undefined

const MAX_DEPTH = 4

/** Which members of which objects are references that `expand` replaces by the object itself. */
const expandable: Record<string, Record<string, Find>> = {
  payment_intent: { latest_charge: chargeOf, payment_method: paymentMethodOf },
  charge: {
    payment_intent: intentOf,
    balance_transaction: balanceTransactionOf,
    source_transfer: transferOf,
  },
  refund: {
    charge: chargeOf,
    payment_intent: intentOf,
    payment_method: paymentMethodOf,
    balance_transaction: balanceTransactionOf,
    failure_balance_transaction: balanceTransactionOf,
    source_transfer_reversal: reversalOf,
  },
  balance_transaction: { source: sourceOf },
  transfer: {
    balance_transaction: balanceTransactionOf,
    destination: accountOf,
    destination_payment: chargeOf,
    source_transaction: chargeOf,
  },
  payout: {
    balance_transaction: balanceTransactionOf,
    destination: bankAccountOf,
    failure_balance_transaction: balanceTransactionOf,
  },
  transfer_reversal: {
    balance_transaction: balanceTransactionOf,
    destination_payment_refund: refundOf,
    transfer: transferOf,
  },
  dispute: { charge: chargeOf, payment_intent: intentOf },
  'radar.early_fraud_warning': { charge: chargeOf, payment_intent: intentOf },
}

/** Members that are null throughout here, because the sandbox has no such objects; expanding them changes nothing. */
const absent = new Set([
  'customer',
  'balance_transaction',
  'failure_balance_transaction',
  'application',
  'on_behalf_of',
  'review',
  'payment_record',
  'source_transaction',
  'source_transfer',
  'source_transfer_reversal',
  'source_refund',
])

/**
 * Replaces references by their objects, along paths such as `latest_charge` or `data.latest_charge.payment_intent`.
 * @throws ApiError 400 for a path that leads nowhere, or through more than four references
 */
export function expand(object: object, paths: readonly string[], from: From): object {
  return paths.reduce((expanded: object, path) => {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH + 1) {
      throw invalidRequest(`You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`)
    }
    return expandStep(expanded, steps, { path, from })
  }, object)
}

function expandStep(object: object, steps: readonly string[], at: At): object {
  const [step, ...rest] = steps
  if (step === undefined) return object
  const source: ApiObject = { ...object }
  if (source.object === 'list' && step === 'data' && Array.isArray(source.data)) {
    return { ...source, data: source.data.map((item: object) => expandStep(item, rest, at)) }
  }
  if (absent.has(step) && source[step] === null) return object
  if (source.object === 'charge' && step === 'refunds') return expandRefunds(source, rest, at)
  const find = expandable[String(source.object)]?.[step]
  if (!find) throw invalidRequest(`This property cannot be expanded (${step}).`)
  const value = source[step]
  const target = typeof value === 'string' ? find(value, at.from) : value
  return target && typeof target === 'object' ? { ...source, [step]: expandStep(target, rest, at) } : source
}

/** A charge's refunds are a list that is there only when asked for. */
function expandRefunds(charge: ApiObject, rest: readonly string[], at: At): object {
  const newestFirst = at.from.tx.all('refunds').filter(refund => refund.chargeId === charge.id)
  const list = {
    object: 'list',
    data: newestFirst.reverse().slice(0, 10).map(presentRefund),
    has_more: newestFirst.length > 10,
    url: `/v1/charges/${charge.id}/refunds`,
  }
  return { ...charge, refunds: charge.refunds ?? expandStep(list, rest, at) }
}

function chargeOf(id: string, { tx }: From): object | undefined {
  const charge = tx.get('charges', id)
  if (charge) return presentCharge(charge, tx)
  const payment = tx.get('payments', id)
  return payment && presentPayment(payment)
}

function refundOf(id: string, { tx }: From): object | undefined {
  const refund = tx.get('refunds', id)
  if (refund) return presentRefund(refund)
  const paymentRefund = tx.get('paymentRefunds', id)
  return paymentRefund && presentPaymentRefund(paymentRefund)
}

function transferOf(id: string, { tx }: From): object | undefined {
  const transfer = tx.get('transfers', id)
  return transfer && presentTransfer(transfer, tx)
}

function reversalOf(id: string, { tx }: From): object | undefined {
  const reversal = tx.get('transferReversals', id)
  return reversal && presentReversal(reversal)
}

function accountOf(id: string, { tx }: From): object | undefined {
  const account = tx.get('accounts', id)
  return account && presentAccount(account, tx)
}

function disputeOf(id: string, { tx }: From): object | undefined {
  const dispute = tx.get('disputes', id)
  return dispute && presentDispute(dispute, tx)
}

function payoutOf(id: string, { tx }: From): object | undefined {
  const payout = tx.get('payouts', id)
  return payout && presentPayout(payout)
}

function bankAccountOf(id: string, { tx }: From): object | undefined {
  const bank = findBankAccount(tx, id)
  return bank && presentBankAccount(bank, countryOf(tx, bank))
}

/** What a balance moved for. */
function sourceOf(id: string, from: From): object | undefined {
  const finds = [chargeOf, refundOf, disputeOf, transferOf, reversalOf, payoutOf]
  for (const find of finds) {
    const source = find(id, from)
    if (source) return source
  }
  return undefined
}

function balanceTransactionOf(id: string, { tx, now }: From): object | undefined {
  const record = tx.get('balanceTransactions', id)
  return record && presentBalanceTransaction(record, now)
}

function intentOf(id: string, { tx }: From): object | undefined {
  const intent = tx.get('intents', id)
  return intent && presentIntent(intent, tx)
}

function paymentMethodOf(id: string, { tx }: From): object | undefined {
  const method = tx.get('paymentMethods', id)
  return method && presentPaymentMethod(method)
}
