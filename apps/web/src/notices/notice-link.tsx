import type { Role } from '@second-ring/contracts/accounts/account'
import { inLocalTime } from '@second-ring/contracts/in-utc'
import type { Notice, NoticeKind } from '@second-ring/contracts/notices/notice'
import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import {
  AlarmClock,
  CalendarX,
  CircleAlert,
  CircleDollarSign,
  FileDown,
  Gavel,
  HandHelping,
  Handshake,
  Landmark,
  type LucideIcon,
  MailWarning,
  MapPin,
  MessageSquareText,
  PackageCheck,
  PhoneCall,
  Scale,
  SearchCheck,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  Undo2,
  UserRound,
  UserX,
} from 'lucide-react'
import { useAccount } from '#session/session-context.ts'
import { Moment } from '#ui/moment.tsx'

const icons: Record<NoticeKind, { icon: LucideIcon; look: string }> = {
  booked: { icon: PackageCheck, look: 'bg-accent-soft text-accent-ink' },
  'booking-cancelled': { icon: UserX, look: 'bg-sunken text-muted' },
  'booking-expired': { icon: CalendarX, look: 'bg-sunken text-muted' },
  paid: { icon: CircleDollarSign, look: 'bg-accent-soft text-accent-ink' },
  refunded: { icon: Undo2, look: 'bg-warm-soft text-warm-ink' },
  'refund-partial': { icon: Undo2, look: 'bg-warm-soft text-warm-ink' },
  'refund-failed': { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  'charge-unmatched': { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  disputed: { icon: Gavel, look: 'bg-danger-soft text-danger' },
  'dispute-closed': { icon: Gavel, look: 'bg-sunken text-muted' },
  ledger: { icon: Scale, look: 'bg-danger-soft text-danger' },
  'handed-over': { icon: Handshake, look: 'bg-accent-soft text-accent-ink' },
  released: { icon: CircleDollarSign, look: 'bg-accent-soft text-accent-ink' },
  'claim-opened': { icon: Scale, look: 'bg-warm-soft text-warm-ink' },
  'claim-answered': { icon: Scale, look: 'bg-warm-soft text-warm-ink' },
  'claim-closed': { icon: Scale, look: 'bg-accent-soft text-accent-ink' },
  'case-opened': { icon: Scale, look: 'bg-sunken text-muted' },
  'case-undecided': { icon: Scale, look: 'bg-danger-soft text-danger' },
  'booking-released': { icon: UserX, look: 'bg-sunken text-muted' },
  reminder: { icon: AlarmClock, look: 'bg-warm-soft text-warm-ink' },
  'handover-claimed': { icon: Handshake, look: 'bg-warm-soft text-warm-ink' },
  'handover-denied': { icon: HandHelping, look: 'bg-danger-soft text-danger' },
  'removal-proposed': { icon: UserX, look: 'bg-danger-soft text-danger' },
  'handover-undecided': { icon: Scale, look: 'bg-danger-soft text-danger' },
  'code-used-up': { icon: CircleAlert, look: 'bg-warm-soft text-warm-ink' },
  'meeting-proposed': { icon: MapPin, look: 'bg-warm-soft text-warm-ink' },
  'meeting-answered': { icon: MapPin, look: 'bg-accent-soft text-accent-ink' },
  'cancellation-proposed': { icon: Undo2, look: 'bg-warm-soft text-warm-ink' },
  'cancellation-answered': { icon: Undo2, look: 'bg-sunken text-muted' },
  'no-show-reported': { icon: UserX, look: 'bg-danger-soft text-danger' },
  'no-show-answered': { icon: UserX, look: 'bg-warm-soft text-warm-ink' },
  note: { icon: MessageSquareText, look: 'bg-accent-soft text-accent-ink' },
  'waiting-sold': { icon: CalendarX, look: 'bg-sunken text-muted' },
  'waiting-ended': { icon: CalendarX, look: 'bg-sunken text-muted' },
  offered: { icon: PhoneCall, look: 'bg-warm-soft text-warm-ink' },
  'offer-passed': { icon: MailWarning, look: 'bg-warm-soft text-warm-ink' },
  'saved-search': { icon: SearchCheck, look: 'bg-accent-soft text-accent-ink' },
  'export-ready': { icon: FileDown, look: 'bg-accent-soft text-accent-ink' },
  'post-removed': { icon: Trash2, look: 'bg-danger-soft text-danger' },
  'report-closed': { icon: ShieldCheck, look: 'bg-sunken text-muted' },
  'account-security': { icon: ShieldAlert, look: 'bg-danger-soft text-danger' },
  account: { icon: UserRound, look: 'bg-accent-soft text-accent-ink' },
  'payout-account': { icon: Landmark, look: 'bg-accent-soft text-accent-ink' },
  'payout-sent': { icon: Landmark, look: 'bg-accent-soft text-accent-ink' },
  'payout-arrived': { icon: Landmark, look: 'bg-accent-soft text-accent-ink' },
  'payout-failed': { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  'payout-waiting': { icon: AlarmClock, look: 'bg-warm-soft text-warm-ink' },
  'payouts-frozen': { icon: CircleAlert, look: 'bg-danger-soft text-danger' },
  'payouts-released': { icon: Landmark, look: 'bg-accent-soft text-accent-ink' },
}

/** What admins are notified of that concerns no order. */
const moneyKinds: NoticeKind[] = ['charge-unmatched', 'ledger']

/** What admins decide. */
const caseKinds: NoticeKind[] = ['case-undecided', 'handover-undecided']

/** What concerns one's own account. */
const accountKinds: NoticeKind[] = ['export-ready', 'offer-passed', 'account-security', 'account']

/** What concerns the money that a seller has earned. */
const earningsKinds: NoticeKind[] = [
  'payout-account',
  'payout-sent',
  'payout-arrived',
  'payout-failed',
  'payout-waiting',
  'payouts-frozen',
  'payouts-released',
]

/** Where its reader can see what a notice is about; undefined when it is about nothing in particular, or they have no such page. */
export function placeOfNotice(
  { kind, orderId, listingId }: Pick<Notice, 'kind' | 'orderId' | 'listingId'>,
  role?: Role,
) {
  if (orderId && caseKinds.includes(kind)) return '/dashboard/cases/$orderId'
  if (orderId) return '/dashboard/orders/$orderId'
  if (moneyKinds.includes(kind)) return '/dashboard/Money'
  if (accountKinds.includes(kind)) return '/dashboard/account'
  if (earningsKinds.includes(kind)) return role === 'ADMIN' ? undefined : '/dashboard/earnings'
  if (kind === 'saved-search') return listingId ? '/listings/$listingId' : '/dashboard/savedSearches'
  if (!listingId) return undefined
  if (kind === 'report-closed') return '/listings/$listingId'
  // Offered to one person alone it is in no category; where they keep what they wait for they can book it.
  const isWaitedFor = kind === 'offered' || kind === 'waiting-sold' || kind === 'waiting-ended'
  return isWaitedFor ? '/dashboard/favorites' : '/dashboard/MyProducts'
}

const row = 'flex gap-3 rounded-xl px-3 py-3 text-left'

/** A notice, which leads to what it is about. */
export function NoticeLink({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const place = placeOfNotice(notice, useAccount()?.role)
  const { icon: Icon, look } = icons[notice.kind]
  const content = (
    <>
      <span aria-hidden="true" className={cx('grid size-9 shrink-0 place-items-center rounded-full', look)}>
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className={cx('block text-sm wrap-anywhere', !notice.read && 'font-semibold')}>
          {!notice.read && <span className="sr-only">Unread: </span>}
          {inLocalTime(notice.message)}
        </span>
        <span className="mt-0.5 block text-xs text-muted">
          <Moment at={notice.createdAt} />
        </span>
      </span>
      {!notice.read && <span aria-hidden="true" className="mt-1.5 size-2 shrink-0 rounded-full bg-accent" />}
    </>
  )
  if (!place) return <div className={row}>{content}</div>
  const { listingId, orderId } = notice
  const params = { ...(listingId && { listingId }), ...(orderId && { orderId }) }
  return (
    <Link to={place} params={params} onClick={onFollow} className={cx(row, 'transition-colors hover:bg-sunken')}>
      {content}
    </Link>
  )
}
