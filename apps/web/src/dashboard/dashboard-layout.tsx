import { can } from '@second-ring/contracts/permissions'
import { Link, Outlet } from '@tanstack/react-router'
import {
  Banknote,
  BellRing,
  CirclePlus,
  Flag,
  Heart,
  PackageSearch,
  ReceiptText,
  ScrollText,
  Shapes,
  ShieldAlert,
  ShieldUser,
  ShoppingBag,
  Smartphone,
  Store,
  UserRound,
} from 'lucide-react'
import { FactorSlot } from '#accounts/factor-slot.tsx'
import { OpenReports } from '#moderation/open-reports.tsx'
import { useAccount } from '#session/session-context.ts'

const item =
  'inline-flex min-h-11 w-full items-center gap-2.5 rounded-full px-3 font-medium whitespace-nowrap text-muted transition-colors hover:bg-sunken hover:text-ink sm:w-auto sm:px-4 lg:w-full lg:rounded-xl'
const icon = 'size-5 shrink-0'
const activeItem = { className: 'bg-accent-soft !text-accent-ink' }

export function DashboardLayout() {
  const account = useAccount()
  return (
    <div className="mx-auto grid max-w-7xl gap-x-10 gap-y-6 px-4 py-6 sm:px-6 sm:py-10 print:block lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Dashboard" className="lg:sticky lg:top-24 lg:self-start">
        <ul className="-mx-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-1 sm:-mx-4 sm:flex sm:flex-wrap lg:mx-0 lg:flex-col">
          <li>
            <Link to="/dashboard/myOrders" className={item} activeProps={activeItem}>
              <PackageSearch aria-hidden="true" className={icon} />
              My orders
            </Link>
          </li>
          <li>
            <Link to="/dashboard/favorites" className={item} activeProps={activeItem}>
              <Heart aria-hidden="true" className={icon} />
              My favorites
            </Link>
          </li>
          {account && can(account.role, 'listing.create') && (
            <>
              <li>
                <Link to="/dashboard/AddProduct" className={item} activeProps={activeItem}>
                  <CirclePlus aria-hidden="true" className={icon} />
                  Add a product
                </Link>
              </li>
              <li>
                <Link to="/dashboard/MyProducts" className={item} activeProps={activeItem}>
                  <Smartphone aria-hidden="true" className={icon} />
                  My products
                </Link>
              </li>
            </>
          )}
          {account && can(account.role, 'user.list') && (
            <>
              <li>
                <Link to="/dashboard/AllSellers" className={item} activeProps={activeItem}>
                  <Store aria-hidden="true" className={icon} />
                  All sellers
                </Link>
              </li>
              <li>
                <Link to="/dashboard/AllBuyers" className={item} activeProps={activeItem}>
                  <ShoppingBag aria-hidden="true" className={icon} />
                  All buyers
                </Link>
              </li>
              <li>
                <Link to="/dashboard/AllAdmins" className={item} activeProps={activeItem}>
                  <ShieldUser aria-hidden="true" className={icon} />
                  All admins
                </Link>
              </li>
              <li>
                <Link to="/dashboard/AllOrders" className={item} activeProps={activeItem}>
                  <ReceiptText aria-hidden="true" className={icon} />
                  All orders
                </Link>
              </li>
              <li>
                <Link to="/dashboard/reports" className={item} activeProps={activeItem}>
                  <ShieldAlert aria-hidden="true" className={icon} />
                  Reports
                  <OpenReports />
                </Link>
              </li>
              <li>
                <Link to="/dashboard/Categories" className={item} activeProps={activeItem}>
                  <Shapes aria-hidden="true" className={icon} />
                  Categories
                </Link>
              </li>
              <li>
                <Link to="/dashboard/Money" className={item} activeProps={activeItem}>
                  <Banknote aria-hidden="true" className={icon} />
                  Money
                </Link>
              </li>
              <li>
                <Link to="/dashboard/audit" className={item} activeProps={activeItem}>
                  <ScrollText aria-hidden="true" className={icon} />
                  Audit
                </Link>
              </li>
              <li>
                <Link to="/dashboard/FlaggedPrices" className={item} activeProps={activeItem}>
                  <Flag aria-hidden="true" className={icon} />
                  Flagged prices
                </Link>
              </li>
            </>
          )}
          <li>
            <Link to="/dashboard/savedSearches" className={item} activeProps={activeItem}>
              <BellRing aria-hidden="true" className={icon} />
              Saved searches
            </Link>
          </li>
          <li>
            <Link to="/dashboard/account" className={item} activeProps={activeItem}>
              <UserRound aria-hidden="true" className={icon} />
              My account
            </Link>
          </li>
        </ul>
      </nav>
      <div className="min-w-0 pb-10">
        <Outlet />
        <FactorSlot />
      </div>
    </div>
  )
}
