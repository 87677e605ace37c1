import type { RemoveUserInput } from '@second-ring/contracts/accounts/manage-users'
import { DomainError } from '@second-ring/contracts/errors'
import type { Caller } from '#identity/caller.ts'
import type { Platform } from '#platform/platform.ts'
import { proposeRemoval } from './propose-removal.ts'
import { removeUser } from './remove-user.ts'

/**
 * Removes a user, for clients that know no proposals: of an admin whom no other admin has proposed to remove, it is the
 * proposal.
 * @returns why nobody is removed yet; null when they are
 * @throws DomainError as `removeUser` and `proposeRemoval` do
 */
export async function removeOrPropose(
  platform: Platform,
  caller: Caller,
  input: RemoveUserInput,
): Promise<{ proposed: DomainError | null }> {
  try {
    await removeUser(platform, caller, input)
    return { proposed: null }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'SECOND_ADMIN_REQUIRED') throw error
    // Without the key, under which the removal is to be stored once it is done.
    const { attempt: _, ...proposing } = caller
    await proposeRemoval(platform, proposing, input)
    return { proposed: error }
  }
}
