import type { Decision } from '@second-ring/contracts/accounts/user-details'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { shownName } from '#ui/shown-name.ts'
import { UserLink } from './user-link.tsx'

/** When an admin decided something, who it was, and why. */
export function Decided({ at, byId, byName, reason }: Decision) {
  return (
    <>
      <ExactMoment at={at} />
      {byId && (
        <>
          {', by '}
          <UserLink userId={byId} className="text-accent-ink underline">
            {shownName(byName)}
          </UserLink>
        </>
      )}
      {reason !== null && <span className="block">“{reason}”</span>}
    </>
  )
}
