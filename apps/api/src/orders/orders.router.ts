import { Nothing } from '@second-ring/contracts/nothing'
import { CancelOrderInput, CancelOrderOutput } from '@second-ring/contracts/orders/end-order'
import {
  HandOverInput,
  HandOverOutput,
  RenewHandoverCodeInput,
  RenewHandoverCodeOutput,
} from '@second-ring/contracts/orders/hand-over'
import { ListAllOrdersInput, ListAllOrdersOutput } from '@second-ring/contracts/orders/oversee-orders'
import { PlaceOrderInput, PlaceOrderOutput } from '@second-ring/contracts/orders/place-order'
import {
  GetOrderInput,
  GetOrderOutput,
  ListMyOrdersInput,
  ListMyOrdersOutput,
} from '@second-ring/contracts/orders/read-orders'
import {
  JoinWaitingListInput,
  LeaveWaitingListInput,
  MyWaitingPlacesOutput,
  WaitingListOutput,
} from '@second-ring/contracts/orders/waiting-list'
import { adminProcedure, router, sellerProcedure, signedInProcedure } from '../rpc/procedures.ts'
import { cancelOrder } from './cancel-order.ts'
import { getOrder } from './get-order.ts'
import { handOver, renewHandoverCode } from './hand-over.ts'
import { listAllOrders } from './list-all-orders.ts'
import { listMyOrders } from './list-my-orders.ts'
import { placeOrder } from './place-order.ts'
import { joinWaitingList, leaveWaitingList, listMyWaitingPlaces } from './waiting-list.ts'

export const ordersRouter = router({
  place: signedInProcedure
    .input(PlaceOrderInput)
    .output(PlaceOrderOutput)
    .mutation(({ ctx, input }) => placeOrder(ctx.platform, ctx.actor, input)),
  mine: signedInProcedure
    .meta({ isOwn: true })
    .input(ListMyOrdersInput)
    .output(ListMyOrdersOutput)
    .query(({ ctx, input }) => listMyOrders(ctx.platform, ctx.actor, input)),
  byId: signedInProcedure
    .input(GetOrderInput)
    .output(GetOrderOutput)
    .query(({ ctx, input }) => getOrder(ctx.platform, ctx.actor, input)),
  all: adminProcedure
    .input(ListAllOrdersInput)
    .output(ListAllOrdersOutput)
    .query(({ ctx, input }) => listAllOrders(ctx.platform, ctx.actor, input)),
  cancel: signedInProcedure
    .input(CancelOrderInput)
    .output(CancelOrderOutput)
    .mutation(({ ctx, input }) => cancelOrder(ctx.platform, ctx.actor, input)),
  handOver: sellerProcedure
    .input(HandOverInput)
    .output(HandOverOutput)
    .mutation(({ ctx, input }) => handOver(ctx.platform, ctx.actor, input)),
  renewHandoverCode: signedInProcedure
    .input(RenewHandoverCodeInput)
    .output(RenewHandoverCodeOutput)
    .mutation(({ ctx, input }) => renewHandoverCode(ctx.platform, ctx.actor, input)),
  joinWaitingList: signedInProcedure
    .input(JoinWaitingListInput)
    .output(WaitingListOutput)
    .mutation(({ ctx, input }) => joinWaitingList(ctx.platform, ctx.actor, input)),
  leaveWaitingList: signedInProcedure
    .input(LeaveWaitingListInput)
    .output(WaitingListOutput)
    .mutation(({ ctx, input }) => leaveWaitingList(ctx.platform, ctx.actor, input)),
  myWaitingPlaces: signedInProcedure
    .input(Nothing)
    .output(MyWaitingPlacesOutput)
    .query(({ ctx }) => listMyWaitingPlaces(ctx.platform, ctx.actor)),
})
