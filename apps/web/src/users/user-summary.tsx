import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import type { ReactNode } from 'react'
import { Decided } from '#accounts/decided.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'

/** Who a user is and how they stand, with who decided it and why. */
export function UserSummary({ user }: { user: UserDetails }) {
  const { suspension, verification } = user
  return (
    <Panel title="Account">
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {user.email !== '' && (
          <Fact name="Email">
            {user.email} <span className="text-muted">({user.emailVerified ? 'proven' : 'not proven'})</span>
          </Fact>
        )}
        <Fact name="Since">
          <ExactMoment at={user.joinedAt} />
        </Fact>
        {verification && (
          <Fact name={user.verified ? 'Verified' : 'Verification taken back'}>
            <Decided {...verification} />
          </Fact>
        )}
        {suspension && (
          <Fact name="Suspended">
            <Decided {...suspension} />
          </Fact>
        )}
        {user.setAsideAt && (
          <Fact name="Set aside">
            <ExactMoment at={user.setAsideAt} />: somebody else has proven this email, and nobody can sign in to this
            account.
          </Fact>
        )}
        {user.deletesAt && (
          <Fact name="Deletion">
            They asked for it. The account is deleted on <ExactMoment at={user.deletesAt} />.
          </Fact>
        )}
        {user.removedAt && (
          <Fact name="Removed">
            <ExactMoment at={user.removedAt} />. Their name, email and texts were erased.
          </Fact>
        )}
      </dl>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-muted max-sm:-mb-3 max-sm:text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
