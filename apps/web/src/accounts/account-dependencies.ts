import type { RegisterInput } from '@second-ring/contracts/accounts/session'
import { useMemo } from 'react'
import { useTRPCClient } from '#api-client/trpc.ts'
import type { Identity } from '#session/identity/identity.ts'
import { loadIdentity } from '#session/identity/load-identity.ts'
import { useSession } from '#session/session-context.ts'
import { toast } from '#ui/toast.ts'

/** What signing up and in stand on: the identity provider, the record of accounts, the session. */
export interface AccountDependencies {
  loadIdentity(): Promise<Identity>
  register(input: RegisterInput): Promise<unknown>
  /** The email that the account asked for and that may still become its own; undefined when nobody is signed in. */
  pendingEmail(): Promise<string | null | undefined>
  /** Exchanges the provider's proof for the product's token, with the code of a mailed link where one was opened. */
  beginSession(code?: string): Promise<void>
}

export function useAccountDependencies(): AccountDependencies {
  const session = useSession()
  const client = useTRPCClient()
  return useMemo(
    () => ({
      loadIdentity,
      register: input => client.accounts.register.mutate(input),
      pendingEmail: async () =>
        session.get().status === 'signed-out' ? undefined : (await client.accounts.emailChange.query()).email,
      beginSession: async code => {
        if (await session.begin(code)) toast.success('Welcome back: your account will not be deleted')
      },
    }),
    [session, client],
  )
}
