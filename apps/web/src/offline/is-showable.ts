import { Account } from '@second-ring/contracts/accounts/account'
import { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { ListMyOrdersOutput } from '@second-ring/contracts/orders/read-orders'
import { OrderMoneyOutput } from '@second-ring/contracts/payments/order-money'
import * as z from 'zod/mini'
import { pathOf } from './stored-queries.ts'

const schemas: Record<string, z.ZodMiniType> = {
  account: Account,
  'listings.get': ListingPage,
  'orders.details': OrderDetails,
  'orders.mine': z.object({ pages: z.array(ListMyOrdersOutput), pageParams: z.array(z.unknown()) }),
  'payments.ofOrder': OrderMoneyOutput,
}

/** Whether data that was stored, perhaps by another release, is of the shape that this one shows. */
export function isShowable(queryKey: readonly unknown[], data: unknown): boolean {
  return schemas[pathOf(queryKey)]?.safeParse(data).success ?? false
}
