import type { Claim } from '@second-ring/contracts/claims/claim'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'

/** An order that has a claim. */
export type ClaimedOrder = Omit<OrderDetails, 'claim'> & { claim: Claim }
