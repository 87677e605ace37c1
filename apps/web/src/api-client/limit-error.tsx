import type { Account } from '@second-ring/contracts/accounts/account'
import type { ReactElement } from 'react'
import type { FileRouteTypes } from '#route-tree.gen.ts'
import { domainCode, messageOf } from './errors.ts'

/** Whether a proven email lets this caller do what a limit has rejected. */
export function canProveMore(error: unknown, account: Pick<Account, 'emailVerified'> | null | undefined): boolean {
  return domainCode(error) === 'LIMIT_REACHED' && account?.emailVerified === false
}

// Outside the router there is no Link, which would check it.
const ACCOUNT_PAGE: FileRouteTypes['to'] = '/dashboard/account'

/** What an error says, with the way to prove the email where that helps. For toasts, which stand outside the router. */
export function withWayToProve(
  error: unknown,
  account: Pick<Account, 'emailVerified'> | null | undefined,
): string | ReactElement {
  const message = messageOf(error)
  if (!canProveMore(error, account)) return message
  return (
    <span>
      {message}{' '}
      <a href={ACCOUNT_PAGE} className="font-semibold underline">
        Prove your email
      </a>
    </span>
  )
}
