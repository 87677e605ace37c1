import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import { UserBadges } from '#accounts/user-badges.tsx'
import { PayoutFreeze } from '#payouts/payout-freeze.tsx'
import { Badge } from '#ui/badge.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TickedName } from '#ui/ticked-name.tsx'
import { UserActs } from './user-acts.tsx'
import { UserListings, UserOrders } from './user-lists.tsx'
import { type UserPart, userParts } from './user-parts.ts'
import { UserSummary } from './user-summary.tsx'

const UserAudit = lazyPart(() => import('./user-audit.tsx'), <RowsSkeleton label="Loading the audit" />)
const UserEarnings = lazyPart(() => import('./user-earnings.tsx'), <RowsSkeleton label="Loading their earnings" />)
const UserSessions = lazyPart(() => import('./user-sessions.tsx'), <RowsSkeleton label="Loading the sessions" />)

const roles = { BUYER: 'Buyer', SELLER: 'Seller', ADMIN: 'Admin' }

/** One user, as admins see them: who they are, how they stand, what can be done, and all that is theirs. */
export function UserScreen({ user, part }: { user: UserDetails; part: UserPart }) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <PageTitle className="wrap-anywhere *:font-bold">
          <TickedName name={shownName(user.name)} tick={user.verified ? 'Verified seller' : undefined} />
        </PageTitle>
        <p className="mt-2 flex flex-wrap gap-1.5">
          <Badge>{roles[user.role]}</Badge>
          <UserBadges
            suspended={user.suspension !== null}
            setAside={user.setAsideAt !== null}
            leaving={user.deletesAt !== null}
          />
          {user.payoutFreeze !== null && <Badge tone="warm">Payouts frozen</Badge>}
          {user.removedAt !== null && <Badge tone="bad">Removed</Badge>}
        </p>
      </div>
      <UserSummary user={user} />
      {user.removedAt === null && <UserActs user={user} />}
      {(user.role === 'SELLER' || user.payoutFreeze !== null) && (
        <PayoutFreeze
          seller={user}
          freeze={user.payoutFreeze}
          account={user.payoutAccount}
          isRemoved={user.removedAt !== null}
        />
      )}
      <nav aria-label="What is theirs">
        <ul className="-mx-3 flex flex-wrap gap-1">
          {partsOf(user).map(name => (
            <li key={name}>
              <Link
                to="/dashboard/users/$userId"
                params={{ userId: user.id }}
                search={{ part: name }}
                replace
                resetScroll={false}
                aria-current={name === part ? 'page' : undefined}
                className={cx(
                  'inline-flex min-h-11 items-center rounded-full px-3 font-medium transition-colors',
                  name === part ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {labelOf(name, user)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Part user={user} part={part} />
    </div>
  )
}

/** Earnings are of those who sell, or have sold. */
function partsOf({ role, counts }: UserDetails): readonly UserPart[] {
  const sells = role === 'SELLER' || counts.sold > 0
  return userParts.filter(part => part !== 'earnings' || sells)
}

function labelOf(part: UserPart, { counts }: UserDetails): string {
  if (part === 'audit') return 'Audit'
  if (part === 'earnings') return 'Earnings'
  const names = { listings: 'Products', bought: 'Bought', sold: 'Sold', sessions: 'Sessions' }
  return `${names[part]} (${counts[part].toLocaleString('en')})`
}

function Part({ user: { id: userId }, part }: { user: UserDetails; part: UserPart }) {
  if (part === 'bought') return <UserOrders key="bought" userId={userId} side="BUYER" />
  if (part === 'sold') return <UserOrders key="sold" userId={userId} side="SELLER" />
  if (part === 'earnings') return <UserEarnings userId={userId} />
  if (part === 'audit') return <UserAudit userId={userId} />
  if (part === 'sessions') return <UserSessions userId={userId} />
  return <UserListings userId={userId} />
}
