import { can, type Permission } from '@second-ring/contracts/permissions'
import type { LinkProps } from '@tanstack/react-router'
import {
  Banknote,
  BellRing,
  CirclePlus,
  Flag,
  Heart,
  type LucideIcon,
  PackageSearch,
  ReceiptText,
  Scale,
  ScrollText,
  Shapes,
  ShieldAlert,
  ShieldUser,
  ShoppingBag,
  Smartphone,
  Store,
  UserRound,
  Wallet,
} from 'lucide-react'
import { useAccount } from '#session/session-context.ts'

/** A screen of the dashboard: its link in the menu, and what the first page says of it. */
interface Place {
  to: Extract<LinkProps['to'], `/dashboard/${string}`>
  label: string
  icon: LucideIcon
  /** Whom it is for; everyone without it. */
  permission?: Permission
  /** None where the first page leads there otherwise. */
  step?: readonly [title: string, text: string]
}

const places: readonly Place[] = [
  {
    to: '/dashboard/myOrders',
    label: 'My orders',
    icon: PackageSearch,
    step: ['Your orders', 'What you booked, what waits to be paid, and until when.'],
  },
  {
    to: '/dashboard/favorites',
    label: 'My favorites',
    icon: Heart,
    step: ['Your favorites', 'The phones you keep an eye on, as they stand now.'],
  },
  {
    to: '/dashboard/AddProduct',
    label: 'Add a product',
    icon: CirclePlus,
    permission: 'listing.create',
    step: ['Sell a phone', 'Describe it, add a picture and your price, and it is for sale.'],
  },
  {
    to: '/dashboard/MyProducts',
    label: 'My products',
    icon: Smartphone,
    permission: 'listing.create',
    step: ['Your products', 'Advertise them on the home page, edit them, or take them down.'],
  },
  {
    to: '/dashboard/earnings',
    label: 'Earnings',
    icon: Wallet,
    permission: 'listing.create',
    step: ['Your earnings', 'What is held, on its way and paid out, and a statement of each month.'],
  },
  {
    to: '/dashboard/AllSellers',
    label: 'All sellers',
    icon: Store,
    permission: 'user.list',
    step: ['Sellers', 'Who sells here; verify those you know to be honest.'],
  },
  {
    to: '/dashboard/AllBuyers',
    label: 'All buyers',
    icon: ShoppingBag,
    permission: 'user.list',
    step: ['Buyers', 'Who buys here, newest first.'],
  },
  {
    to: '/dashboard/AllAdmins',
    label: 'All admins',
    icon: ShieldUser,
    permission: 'user.list',
    step: ['Admins', 'Who keeps order here, and proposals to remove one.'],
  },
  {
    to: '/dashboard/AllOrders',
    label: 'All orders',
    icon: ReceiptText,
    permission: 'user.list',
    step: ['Orders', 'What is booked and paid; refund what went wrong.'],
  },
  {
    to: '/dashboard/cases',
    label: 'Cases',
    icon: Scale,
    permission: 'order.decide-claim',
    step: ['Cases', 'Problems with phones that the two sides did not settle.'],
  },
  {
    to: '/dashboard/reports',
    label: 'Reports',
    icon: ShieldAlert,
    permission: 'user.list',
    step: ['Reports', 'Posts that somebody says are wrong; keep or remove them.'],
  },
  {
    to: '/dashboard/Categories',
    label: 'Categories',
    icon: Shapes,
    permission: 'user.list',
    step: ['Categories', 'What phones are posted under, and in which order.'],
  },
  {
    to: '/dashboard/Money',
    label: 'Money',
    icon: Banknote,
    permission: 'user.list',
    step: ['Money', 'What is owed, disputed or failed, and what you can do.'],
  },
  {
    to: '/dashboard/audit',
    label: 'Audit',
    icon: ScrollText,
    permission: 'user.list',
    step: ['Audit', 'Who did what, on what, when and why.'],
  },
  {
    to: '/dashboard/FlaggedPrices',
    label: 'Flagged prices',
    icon: Flag,
    permission: 'user.list',
    step: ['Flagged prices', 'Phones for sale far below what others like them cost.'],
  },
  {
    to: '/dashboard/savedSearches',
    label: 'Saved searches',
    icon: BellRing,
    step: ['Your saved searches', 'We tell you of new phones that match.'],
  },
  { to: '/dashboard/account', label: 'My account', icon: UserRound },
]

/** The screens that whoever is signed in may open. */
export function usePlaces(): readonly Place[] {
  const role = useAccount()?.role
  return places.filter(({ permission }) => !permission || (role && can(role, permission)))
}
