import { accountsRouter } from '../accounts/accounts.router.ts'
import { catalogRouter } from '../catalog/catalog.router.ts'
import { listingsRouter } from '../listings/listings.router.ts'
import { ordersRouter } from '../orders/orders.router.ts'
import { paymentsRouter } from '../payments/payments.router.ts'
import { router } from './procedures.ts'

export const appRouter = router({
  accounts: accountsRouter,
  catalog: catalogRouter,
  listings: listingsRouter,
  orders: ordersRouter,
  payments: paymentsRouter,
})

export type AppRouter = typeof appRouter
