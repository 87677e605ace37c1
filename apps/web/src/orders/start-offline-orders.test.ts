import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from '#api-client/query-client.ts'
import { type Procedures, plainClient } from '#api-client/trpc.ts'
import { myListingsQuery } from '#listings/listing-queries.ts'
import { isShowable } from '#offline/is-showable.ts'
import { isStored } from '#offline/stored-queries.ts'
import { ownListing } from '#testing/own-listing.ts'
import { myOrdersQuery, orderDetailsQuery } from './order-queries.ts'
import { ownReads, SALES_KEPT } from './start-offline-orders.ts'

const queryClient = createQueryClient()
const trpc: Procedures = createTRPCOptionsProxy({ queryClient, client: plainClient })
const queries = {
  orders: myOrdersQuery(trpc),
  products: myListingsQuery(trpc),
  order: (id: string) => orderDetailsQuery(trpc, id),
}
const productsKey: readonly unknown[] = myListingsQuery(trpc).queryKey

const idOf = (last: number) => `0190a000-0000-7000-8000-${String(last).padStart(12, '0')}`
function sale(last: number, stage: NonNullable<OwnListing['booking']>['stage']): OwnListing {
  const booking = {
    ...{
      orderId: idOf(last),
      buyerName: 'Ben',
      phone: '+1 555 0199',
      meetingPlace: 'Library',
      paid: true,
      handedOver: true,
    },
    ...{ placedAt: ownListing.postedAt, stage, dueAt: null, feeCents: 0, feeTaxCents: 0 },
    ...{ disputed: false, moneyHeld: false, codeUsedUp: false, cancellation: null, meetingProposedBy: null },
  }
  return { ...ownListing, id: idOf(100 + last), state: 'SOLD', booking }
}
const list = (items: OwnListing[]) => ({ pages: [{ items, nextCursor: null }], pageParams: [null] })
const sold = () => ownReads(queryClient, queries)('SELLER')[1]

it('of a seller the pages of the sales that go on are kept, such as one whose phone is to be returned', () => {
  const items = [sale(1, 'RETURNING'), ownListing, sale(2, 'RELEASED'), sale(3, 'PAID'), sale(4, 'PARTLY_REFUNDED')]
  queryClient.setQueryData(productsKey, list(items))
  const kept =
    sold()
      ?.others?.()
      .map(({ queryKey }) => JSON.stringify(queryKey)) ?? []
  expect(kept).toHaveLength(2)
  for (const [index, id] of [idOf(1), idOf(3)].entries()) expect(kept[index]).toContain(id)
  for (const { queryKey } of sold()?.others?.() ?? []) expect(isStored(queryKey)).toBe(true)
})

it('of many sales the newest are', () => {
  queryClient.setQueryData(productsKey, list(Array.from({ length: SALES_KEPT + 5 }, (_, index) => sale(index, 'PAID'))))
  expect(sold()?.others?.()).toHaveLength(SALES_KEPT)
})

it('the list is stored, and shown only in the shape of this release', () => {
  expect(isStored(productsKey)).toBe(true)
  expect(isShowable(productsKey, list([sale(1, 'PAID'), ownListing]))).toBe(true)
  expect(isShowable(productsKey, list([{ id: 'x' } as OwnListing]))).toBe(false)
})

it('of a buyer their orders alone are', () => {
  expect(ownReads(queryClient, queries)('BUYER')).toHaveLength(1)
  expect(ownReads(queryClient, queries)('SELLER')).toHaveLength(2)
})
