import { useQueryClient } from '@tanstack/react-query'
import { logFailure } from '#api-client/log.ts'
import { useTRPC, useTRPCClient } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { useAccountDependencies } from './account-dependencies.ts'

/**
 * Begins the session of a sign-in that the provider wanted in between, and ends the one that this browser had until now, so
 * that the list of sessions has it once.
 */
export function useReplaceSession(): () => Promise<void> {
  const client = useTRPCClient()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { beginSession } = useAccountDependencies()
  const signOutThere = useKeyedMutation(trpc.accounts.signOutThere.mutationOptions({ meta: { inBackground: true } }))

  const own = async () => (await client.accounts.sessions.query()).sessions.find(({ isThis }) => isThis)?.id

  return async () => {
    const before = await own().catch(() => undefined)
    await beginSession()
    try {
      // Of a sign-in within a second of the one before, the session is renewed.
      if (before !== undefined && (await own()) !== before) await signOutThere({ sessionId: before })
      void queryClient.invalidateQueries(trpc.accounts.sessions.pathFilter())
    } catch (error) {
      logFailure('The session of before could not be ended; the list has it too.', error)
    }
  }
}
