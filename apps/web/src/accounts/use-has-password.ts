import { useEffect, useState } from 'react'
import { useAccountDependencies } from './account-dependencies.ts'

/** Whether one's account has a password; undefined until it is known, and where the provider is out of reach. */
export function useHasPassword(): boolean | undefined {
  const { loadIdentity } = useAccountDependencies()
  const [has, setHas] = useState<boolean>()
  useEffect(() => {
    let isOver = false
    loadIdentity()
      .then(async identity => {
        await identity.ready()
        return identity.hasPassword()
      })
      .then(
        found => !isOver && setHas(found),
        () => undefined,
      )
    return () => {
      isOver = true
    }
  }, [loadIdentity])
  return has
}
