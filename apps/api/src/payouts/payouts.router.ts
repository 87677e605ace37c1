import { Nothing } from '@second-ring/contracts/nothing'
import { PayoutAccount, StartOnboardingOutput } from '@second-ring/contracts/payouts/payout-account'
import { router, sellerProcedure } from '#http/trpc/procedures.ts'
import { readPayoutAccount } from './read-payout-account.ts'
import { refreshPayoutAccount } from './refresh-payout-account.ts'
import { startOnboarding } from './start-onboarding.ts'

export const payoutsRouter = router({
  account: sellerProcedure
    .input(Nothing)
    .output(PayoutAccount)
    .query(({ ctx }) => readPayoutAccount(ctx.platform, ctx.caller)),
  // It takes no key of an attempt: it reads.
  refreshAccount: sellerProcedure
    .input(Nothing)
    .output(PayoutAccount)
    .mutation(({ ctx }) => refreshPayoutAccount(ctx.platform, ctx.caller)),
  // It takes no key of an attempt: a link opens once, so a repeated call gets another.
  startOnboarding: sellerProcedure
    .input(Nothing)
    .output(StartOnboardingOutput)
    .mutation(({ ctx }) => startOnboarding(ctx.platform, ctx.caller)),
})
