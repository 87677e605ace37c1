import type { ProjectState } from './emulator.ts'
import { type Journal, openJournal, readAccounts } from './journal.ts'

const restore = (state: ProjectState, file: string): void => {
  for (const { localId, providerUserInfo = [], ...fields } of readAccounts(file)) {
    state.overwriteUserWithLocalId(localId, fields)
    state.updateUserByLocalId(localId, {}, { upsertProviders: providerUserInfo })
  }
}

/**
 * Puts back the accounts of a file, and writes each later change of them to it before the request that made it is
 * answered. Refresh tokens hold no more than the account's id, so a signed-in browser stays signed in over a restart.
 */
export const storeAccounts = (state: ProjectState, file: string): Journal => {
  restore(state, file)
  const journal = openJournal(file, () => state.queryUsers({}, {}))
  const { updateUserProviderInfo, deleteUser, deleteAllAccounts } = state
  state.updateUserProviderInfo = (...change) => {
    const account = updateUserProviderInfo.apply(state, change)
    journal.append({ account })
    return account
  }
  state.deleteUser = account => {
    deleteUser.call(state, account)
    journal.append({ deleted: account.localId })
  }
  state.deleteAllAccounts = () => {
    deleteAllAccounts.call(state)
    journal.append({ cleared: true })
  }
  return journal
}
