import type { PayoutWait } from '@second-ring/contracts/earnings/earnings'
import type { PayoutAccountState } from '@second-ring/contracts/payouts/payout-account'
import { exactMoment } from '#ui/moment.tsx'

/** What is said of money on an account that nothing is paid out from any more. */
export const CLOSED =
  'Our payment provider has closed the account that it is on, so nothing is paid out from there. It stays yours: write to whoever runs this market to have it another way.'

/** When money goes on, by what it waits for. @param isAgain whether it was sent before */
const goesOn: Record<PayoutWait['until'], (next: string, isAgain: boolean) => string> = {
  'next-payout': (next, isAgain) =>
    isAgain ? `It is sent again with the next payout, ${next}.` : `It goes to your bank with the next payout, ${next}.`,
  minimum: () => 'It waits until there is $1 to pay out.',
  disputed: () => 'It waits until the bank of a buyer has decided about a payment.',
  owed: () => 'It is kept for what you owe.',
  payable: (_next, isAgain) =>
    isAgain
      ? 'It is sent again once your payout account is ready.'
      : 'It goes to your bank once your payout account is ready.',
  closed: () => CLOSED,
  released: (_next, isAgain) =>
    isAgain
      ? 'It is sent again once an admin lets payouts to you go on.'
      : 'It waits until an admin lets payouts to you go on.',
}

/** Whether a seller's bank is known, so that what is theirs is sent on. */
export function isPaidOut({ state }: { state: PayoutAccountState }): boolean {
  return state === 'READY' || state === 'ASKED'
}

/** Why money at the provider is not on its way to the seller's bank, and what happens next, in sentences. */
export function describeWait({ until, at, failure }: PayoutWait): string {
  const next = goesOn[until](at === null ? 'soon' : `about ${exactMoment(at)}`, failure !== null)
  return failure === null ? next : `It did not reach your bank: ${failure} ${next}`
}
