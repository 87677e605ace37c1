import { Account } from '@second-ring/contracts/accounts/account'
import { ListOwnOutput } from '@second-ring/contracts/listings/browse-listings'
import { ListingPage } from '@second-ring/contracts/listings/listing-page'
import { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { ListMyOrdersOutput } from '@second-ring/contracts/orders/read-orders'
import { OrderMoneyOutput } from '@second-ring/contracts/payments/order-money'
import * as z from 'zod/mini'
import { pathOf } from './stored-queries.ts'

const schemas: Record<string, z.ZodMiniType> = {
  account: Account,
  'listings.get': ListingPage,
  'listings.mine': pagesOf(ListOwnOutput),
  'orders.details': OrderDetails,
  'orders.mine': pagesOf(ListMyOrdersOutput),
  'payments.ofOrder': OrderMoneyOutput,
}

function pagesOf<Page extends z.ZodMiniType>(page: Page) {
  return z.object({ pages: z.array(page), pageParams: z.array(z.unknown()) })
}

/** Whether data that was stored, perhaps by another release, is of the shape that this one shows. */
export function isShowable(queryKey: readonly unknown[], data: unknown): boolean {
  return schemas[pathOf(queryKey)]?.safeParse(data).success ?? false
}
