import { Nothing } from '@second-ring/contracts/nothing'
import {
  AddNoteInput,
  AddNoteOutput,
  AnswerProposalInput,
  AnswerProposalOutput,
  ProposeMeetingInput,
  ProposeMeetingOutput,
} from '@second-ring/contracts/orders/arrange-meeting'
import {
  CancelOrderInput,
  CancelOrderOutput,
  ReleaseOrderInput,
  ReleaseOrderOutput,
} from '@second-ring/contracts/orders/end-order'
import {
  AcceptPhoneInput,
  AcceptPhoneOutput,
  ClaimHandoverInput,
  ClaimHandoverOutput,
  ConfirmHandoverInput,
  ConfirmHandoverOutput,
  DenyHandoverInput,
  DenyHandoverOutput,
  HandOverInput,
  HandOverOutput,
  RenewHandoverCodeInput,
  RenewHandoverCodeOutput,
} from '@second-ring/contracts/orders/hand-over'
import { GetOrderDetailsInput, OrderDetails } from '@second-ring/contracts/orders/order-details'
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
import {
  adminProcedure,
  router,
  sellerMutation,
  signedInMutation,
  signedInProcedure,
  staffMutation,
} from '#http/trpc/procedures.ts'
import { acceptPhone } from './accept-phone.ts'
import { addNote } from './add-note.ts'
import { confirmHandover, denyHandover } from './answer-handover.ts'
import { acceptProposal, declineProposal, proposeMeeting, withdrawProposal } from './arrange-meeting.ts'
import { cancelOrder } from './cancel-order.ts'
import { claimHandover } from './claim-handover.ts'
import { getOrder } from './get-order.ts'
import { getOrderDetails } from './get-order-details.ts'
import { handOver, renewHandoverCode } from './hand-over.ts'
import { listAllOrders } from './list-all-orders.ts'
import { listMyOrders } from './list-my-orders.ts'
import { placeOrder } from './place-order.ts'
import { releaseOrder } from './release-order.ts'
import { joinWaitingList, leaveWaitingList, listMyWaitingPlaces } from './waiting-list.ts'

export const ordersRouter = router({
  place: signedInMutation
    .input(PlaceOrderInput)
    .output(PlaceOrderOutput)
    .mutation(({ ctx, input }) => placeOrder(ctx.platform, ctx.caller, input)),
  mine: signedInProcedure
    .input(ListMyOrdersInput)
    .output(ListMyOrdersOutput)
    .query(({ ctx, input }) => listMyOrders(ctx.platform, ctx.caller, input)),
  byId: signedInProcedure
    .input(GetOrderInput)
    .output(GetOrderOutput)
    .query(({ ctx, input }) => getOrder(ctx.platform, ctx.caller, input)),
  details: signedInProcedure
    .input(GetOrderDetailsInput)
    .output(OrderDetails)
    .query(({ ctx, input }) => getOrderDetails(ctx.platform, ctx.caller, input)),
  all: adminProcedure
    .input(ListAllOrdersInput)
    .output(ListAllOrdersOutput)
    .query(({ ctx, input }) => listAllOrders(ctx.platform, ctx.caller, input)),
  cancel: signedInMutation
    .input(CancelOrderInput)
    .output(CancelOrderOutput)
    .mutation(({ ctx, input }) => cancelOrder(ctx.platform, ctx.caller, input)),
  release: staffMutation
    .input(ReleaseOrderInput)
    .output(ReleaseOrderOutput)
    .mutation(({ ctx, input }) => releaseOrder(ctx.platform, ctx.caller, input)),
  handOver: sellerMutation
    .input(HandOverInput)
    .output(HandOverOutput)
    .mutation(({ ctx, input }) => handOver(ctx.platform, ctx.caller, input)),
  renewHandoverCode: signedInMutation
    .input(RenewHandoverCodeInput)
    .output(RenewHandoverCodeOutput)
    .mutation(({ ctx, input }) => renewHandoverCode(ctx.platform, ctx.caller, input)),
  claimHandover: sellerMutation
    .input(ClaimHandoverInput)
    .output(ClaimHandoverOutput)
    .mutation(({ ctx, input }) => claimHandover(ctx.platform, ctx.caller, input)),
  confirmHandover: signedInMutation
    .input(ConfirmHandoverInput)
    .output(ConfirmHandoverOutput)
    .mutation(({ ctx, input }) => confirmHandover(ctx.platform, ctx.caller, input)),
  denyHandover: signedInMutation
    .input(DenyHandoverInput)
    .output(DenyHandoverOutput)
    .mutation(({ ctx, input }) => denyHandover(ctx.platform, ctx.caller, input)),
  acceptPhone: signedInMutation
    .input(AcceptPhoneInput)
    .output(AcceptPhoneOutput)
    .mutation(({ ctx, input }) => acceptPhone(ctx.platform, ctx.caller, input)),
  proposeMeeting: signedInMutation
    .input(ProposeMeetingInput)
    .output(ProposeMeetingOutput)
    .mutation(({ ctx, input }) => proposeMeeting(ctx.platform, ctx.caller, input)),
  acceptProposal: signedInMutation
    .input(AnswerProposalInput)
    .output(AnswerProposalOutput)
    .mutation(({ ctx, input }) => acceptProposal(ctx.platform, ctx.caller, input)),
  declineProposal: signedInMutation
    .input(AnswerProposalInput)
    .output(AnswerProposalOutput)
    .mutation(({ ctx, input }) => declineProposal(ctx.platform, ctx.caller, input)),
  withdrawProposal: signedInMutation
    .input(AnswerProposalInput)
    .output(AnswerProposalOutput)
    .mutation(({ ctx, input }) => withdrawProposal(ctx.platform, ctx.caller, input)),
  addNote: signedInMutation
    .input(AddNoteInput)
    .output(AddNoteOutput)
    .mutation(({ ctx, input }) => addNote(ctx.platform, ctx.caller, input)),
  joinWaitingList: signedInMutation
    .input(JoinWaitingListInput)
    .output(WaitingListOutput)
    .mutation(({ ctx, input }) => joinWaitingList(ctx.platform, ctx.caller, input)),
  leaveWaitingList: signedInMutation
    .input(LeaveWaitingListInput)
    .output(WaitingListOutput)
    .mutation(({ ctx, input }) => leaveWaitingList(ctx.platform, ctx.caller, input)),
  myWaitingPlaces: signedInProcedure
    .input(Nothing)
    .output(MyWaitingPlacesOutput)
    .query(({ ctx }) => listMyWaitingPlaces(ctx.platform, ctx.caller)),
})
