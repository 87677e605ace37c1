import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useSession } from './session-context.ts'

/** Signs out and leaves for a public page, so that nothing private stays on the screen or behind Back. */
export function useSignOut(): (to: '/' | '/login') => Promise<void> {
  const session = useSession()
  const router = useRouter()
  return useCallback(
    async to => {
      await session.end()
      await router.navigate({ to, replace: true })
      await router.invalidate()
    },
    [session, router],
  )
}
