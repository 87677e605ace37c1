import { can } from '@second-ring/contracts/permissions'
import { useAccount } from '#session/session-context.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const FactorParts = lazyPart(() => import('./factor-parts.tsx'), <Skeleton className="h-48 w-full" />)

/** An admin's passkeys, recovery codes and tokens; nothing for anyone else. */
export function FactorSection() {
  const account = useAccount()
  return account && can(account.role, 'factor.manage') ? <FactorParts /> : null
}
