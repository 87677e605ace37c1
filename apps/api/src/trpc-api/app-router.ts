import { accountDataRouter } from '#account-data/account-data.router.ts'
import { accountsRouter } from '#accounts/accounts.router.ts'
import { auditRouter } from '#audit/audit.router.ts'
import { catalogRouter } from '#catalog/catalog.router.ts'
import { casesRouter, claimsRouter } from '#claims/claims.router.ts'
import { earningsRouter } from '#earnings/earnings.router.ts'
import { factorRouter } from '#factor/factor.router.ts'
import { feesRouter } from '#fees/fees.router.ts'
import { mergeRouters, router } from '#http/trpc/procedures.ts'
import { listingsRouter } from '#listings/listings.router.ts'
import { mailsRouter } from '#mails/mails.router.ts'
import { listingRemovalRouter, reportsRouter } from '#moderation/moderation.router.ts'
import { notificationsRouter } from '#notifications/notifications.router.ts'
import { ordersRouter } from '#orders/orders.router.ts'
import { handoverDecisionsRouter, paymentsRouter } from '#payments/payments.router.ts'
import { payoutsRouter } from '#payouts/payouts.router.ts'
import { receiptsRouter } from '#receipts/receipts.router.ts'
import { searchRouter } from '#search/search.router.ts'
import { userOversightRouter } from '#user-oversight/user-oversight.router.ts'
import { userRemovalRouter } from '#user-removal/user-removal.router.ts'

export const appRouter = router({
  accounts: mergeRouters(accountsRouter, accountDataRouter, userRemovalRouter, userOversightRouter),
  audit: auditRouter,
  cases: casesRouter,
  catalog: catalogRouter,
  claims: claimsRouter,
  earnings: earningsRouter,
  factor: factorRouter,
  fees: feesRouter,
  listings: mergeRouters(listingsRouter, listingRemovalRouter),
  mails: mailsRouter,
  notices: notificationsRouter,
  orders: mergeRouters(ordersRouter, handoverDecisionsRouter),
  payments: paymentsRouter,
  payouts: payoutsRouter,
  receipts: receiptsRouter,
  reports: reportsRouter,
  search: searchRouter,
})

export type AppRouter = typeof appRouter
