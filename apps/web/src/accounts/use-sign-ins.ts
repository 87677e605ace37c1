import { useQuery } from '@tanstack/react-query'
import type { LinkedSignIn } from '#session/identity/identity.ts'
import { useAccount } from '#session/session-context.ts'
import { useAccountDependencies } from './account-dependencies.ts'

/** The ways in to one's account, as the identity provider has them now. */
export function useSignIns() {
  const account = useAccount()
  const { loadIdentity } = useAccountDependencies()
  return useQuery({
    queryKey: ['sign-ins', account?.id],
    queryFn: async () => {
      const identity = await loadIdentity()
      await identity.ready()
      return identity.signIns()
    },
    staleTime: 0,
  })
}

/** Whether a password is among the ways in. */
export function hasPassword(signIns: readonly LinkedSignIn[]): boolean {
  return signIns.some(({ providerId }) => providerId === 'password')
}
