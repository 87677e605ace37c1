import { PlaceOrderInput, PlaceOrderOutput } from '@second-ring/contracts/orders/place-order'
import {
  GetOrderInput,
  GetOrderOutput,
  ListMyOrdersInput,
  ListMyOrdersOutput,
} from '@second-ring/contracts/orders/read-orders'
import { router, signedInProcedure } from '../rpc/procedures.ts'
import { getOrder } from './get-order.ts'
import { listMyOrders } from './list-my-orders.ts'
import { placeOrder } from './place-order.ts'

export const ordersRouter = router({
  place: signedInProcedure
    .input(PlaceOrderInput)
    .output(PlaceOrderOutput)
    .mutation(({ ctx, input }) => placeOrder(ctx.platform, ctx.actor, input)),
  mine: signedInProcedure
    .input(ListMyOrdersInput)
    .output(ListMyOrdersOutput)
    .query(({ ctx, input }) => listMyOrders(ctx.platform, ctx.actor, input)),
  byId: signedInProcedure
    .input(GetOrderInput)
    .output(GetOrderOutput)
    .query(({ ctx, input }) => getOrder(ctx.platform, ctx.actor, input)),
})
