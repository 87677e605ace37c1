import {
  PreviewRemovalInput,
  ProposeRemovalInput,
  ProposeRemovalOutput,
  RemovalPreview,
  RemoveUserInput,
  RemoveUserOutput,
  WithdrawRemovalInput,
  WithdrawRemovalOutput,
} from '@second-ring/contracts/accounts/manage-users'
import {
  CancelDeletionInput,
  CancelDeletionOutput,
  DeletionPreview,
  RequestDeletionInput,
  RequestDeletionOutput,
} from '@second-ring/contracts/accounts/own-account'
import { Nothing } from '@second-ring/contracts/nothing'
import { adminMutation, adminProcedure, router, signedInMutation, signedInProcedure } from '#http/trpc/procedures.ts'
import { cancelDeletion } from './cancel-deletion.ts'
import { previewDeletion } from './preview-deletion.ts'
import { previewRemoval } from './preview-removal.ts'
import { proposeRemoval } from './propose-removal.ts'
import { removeUser } from './remove-user.ts'
import { requestDeletion } from './request-deletion.ts'
import { withdrawRemoval } from './withdraw-removal.ts'

/** A part of `accounts`: it ends what a user has in all other domains, and so comes after them. */
export const userRemovalRouter = router({
  previewDeletion: signedInProcedure
    .input(Nothing)
    .output(DeletionPreview)
    .query(({ ctx }) => previewDeletion(ctx.platform, ctx.caller)),
  requestDeletion: signedInMutation
    .input(RequestDeletionInput)
    .output(RequestDeletionOutput)
    .mutation(({ ctx, input }) => requestDeletion(ctx.platform, ctx.caller, input)),
  cancelDeletion: signedInMutation
    .input(CancelDeletionInput)
    .output(CancelDeletionOutput)
    .mutation(({ ctx }) => cancelDeletion(ctx.platform, ctx.caller)),
  previewRemoval: adminProcedure
    .input(PreviewRemovalInput)
    .output(RemovalPreview)
    .query(({ ctx, input }) => previewRemoval(ctx.platform, ctx.caller, input)),
  proposeRemoval: adminMutation
    .input(ProposeRemovalInput)
    .output(ProposeRemovalOutput)
    .mutation(({ ctx, input }) => proposeRemoval(ctx.platform, ctx.caller, input)),
  withdrawRemoval: adminMutation
    .input(WithdrawRemovalInput)
    .output(WithdrawRemovalOutput)
    .mutation(({ ctx, input }) => withdrawRemoval(ctx.platform, ctx.caller, input)),
  removeUser: adminMutation
    .input(RemoveUserInput)
    .output(RemoveUserOutput)
    .mutation(({ ctx, input }) => removeUser(ctx.platform, ctx.caller, input)),
})
