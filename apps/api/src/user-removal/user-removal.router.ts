import {
  PreviewRemovalInput,
  ProposeRemovalOutput,
  RemovalPreview,
  RemoveUserInput,
  RemoveUserOutput,
} from '@second-ring/contracts/accounts/manage-users'
import { adminMutation, adminProcedure, router } from '#http/trpc/procedures.ts'
import { previewRemoval } from './preview-removal.ts'
import { proposeRemoval } from './propose-removal.ts'
import { removeUser } from './remove-user.ts'

/** A part of `accounts`: it ends what a user has in all other domains, and so comes after them. */
export const userRemovalRouter = router({
  previewRemoval: adminProcedure
    .input(PreviewRemovalInput)
    .output(RemovalPreview)
    .query(({ ctx, input }) => previewRemoval(ctx.platform, ctx.caller, input)),
  proposeRemoval: adminMutation
    .input(RemoveUserInput)
    .output(ProposeRemovalOutput)
    .mutation(({ ctx, input }) => proposeRemoval(ctx.platform, ctx.caller, input)),
  removeUser: adminMutation
    .input(RemoveUserInput)
    .output(RemoveUserOutput)
    .mutation(({ ctx, input }) => removeUser(ctx.platform, ctx.caller, input)),
})
