import { accountsRouter } from '../../accounts/accounts.router.ts'
import { auditRouter } from '../../audit/audit.router.ts'
import { catalogRouter } from '../../catalog/catalog.router.ts'
import { listingsRouter } from '../../listings/listings.router.ts'
import { liveRouter } from '../../live/live.router.ts'
import { noticesRouter } from '../../notices/notices.router.ts'
import { ordersRouter } from '../../orders/orders.router.ts'
import { paymentsRouter } from '../../payments/payments.router.ts'
import { searchRouter } from '../../search/search.router.ts'
import { router } from './procedures.ts'

export const appRouter = router({
  accounts: accountsRouter,
  audit: auditRouter,
  catalog: catalogRouter,
  listings: listingsRouter,
  live: liveRouter,
  notices: noticesRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
  search: searchRouter,
})

export type AppRouter = typeof appRouter
