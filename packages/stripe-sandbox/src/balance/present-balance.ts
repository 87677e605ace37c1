import type { Stripe } from 'stripe'
import { bankAccountOf } from '../accounts/account-status.ts'
import { takesInstantPayouts } from '../accounts/bank-account.ts'
import { currencyOf } from '../accounts/currency-of.ts'
import { PLATFORM_COUNTRY } from '../accounts/platform.ts'
import type { Context } from '../context.ts'
import type { AccountRecord } from '../state/connect-records.ts'
import { balanceOf, type Funds } from './balance-of.ts'

/** The balance of the account that the request acts for. A currency is shown once it was moved, its own always. */
export function presentBalance(context: Context): Stripe.Balance {
  const account = context.accountId === null ? undefined : context.tx.get('accounts', context.accountId)
  const balance = balanceOf(context, context.accountId)
  const own = currencyOf(account?.country ?? PLATFORM_COUNTRY)
  if (!balance.has(own)) balance.set(own, { available: 0, pending: 0 })
  const show = (amountOf: (funds: Funds) => number) =>
    [...balance].map(([currency, funds]) => {
      const amount = amountOf(funds)
      return { amount, currency, source_types: { card: amount } }
    })
  return {
    object: 'balance',
    available: show(funds => funds.available),
    ...(account &&
      canPayOutAtOnce(context, account) && { instant_available: show(({ available }) => Math.max(0, available)) }),
    livemode: false,
    pending: show(funds => funds.pending),
  }
}

function canPayOutAtOnce({ tx }: Context, account: AccountRecord): boolean {
  const bank = bankAccountOf(account, tx)
  return bank !== undefined && takesInstantPayouts(bank)
}
