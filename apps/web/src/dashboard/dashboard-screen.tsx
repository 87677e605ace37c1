import { can } from '@second-ring/contracts/permissions'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useAccount } from '#session/session-context.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { shownName } from '#ui/shown-name.ts'

export function DashboardScreen() {
  const account = useAccount()
  const sells = account && can(account.role, 'listing.create')
  const keepsOrder = account && can(account.role, 'user.list')
  return (
    <>
      <PageTitle>Welcome To Dashboard</PageTitle>
      <p className="mt-2 mb-8 text-lg text-muted">
        {account && (
          <Link to="/dashboard/account" className="underline-offset-3 hover:text-ink hover:underline">
            {`You are signed in as ${shownName(account.name)}.`}
          </Link>
        )}
      </p>
      <ul className="grid gap-4 sm:grid-cols-2">
        <Step
          to="/dashboard/myOrders"
          title="Your orders"
          text="What you booked, what waits to be paid, and until when."
        />
        <Step
          to="/dashboard/favorites"
          title="Your favorites"
          text="The phones you keep an eye on, as they stand now."
        />
        <Step to="/dashboard/savedSearches" title="Your saved searches" text="We tell you of new phones that match." />
        {sells && (
          <>
            <Step
              to="/dashboard/AddProduct"
              title="Sell a phone"
              text="Describe it, add a picture and your price, and it is for sale."
            />
            <Step
              to="/dashboard/MyProducts"
              title="Your products"
              text="Advertise them on the home page, edit them, or take them down."
            />
          </>
        )}
        {keepsOrder && (
          <>
            <Step
              to="/dashboard/AllSellers"
              title="Sellers"
              text="Who sells here; verify those you know to be honest."
            />
            <Step to="/dashboard/AllBuyers" title="Buyers" text="Who buys here, newest first." />
            <Step to="/dashboard/AllAdmins" title="Admins" text="Who keeps order here, and proposals to remove one." />
            <Step to="/dashboard/AllOrders" title="Orders" text="What is booked and paid; refund what went wrong." />
            <Step
              to="/dashboard/reports"
              title="Reports"
              text="Posts that somebody says are wrong; keep or remove them."
            />
            <Step to="/dashboard/Money" title="Money" text="What is owed, disputed or failed, and what you can do." />
            <Step
              to="/dashboard/Categories"
              title="Categories"
              text="What phones are posted under, and in which order."
            />
            <Step to="/dashboard/audit" title="Audit" text="Who did what, on what, when and why." />
            <Step
              to="/dashboard/FlaggedPrices"
              title="Flagged prices"
              text="Phones for sale far below what others like them cost."
            />
          </>
        )}
        {!sells && <Step to="/" title="Find a phone" text="Browse the categories and book the one you like." />}
      </ul>
    </>
  )
}

interface StepProps {
  to:
    | '/'
    | '/dashboard/myOrders'
    | '/dashboard/favorites'
    | '/dashboard/AddProduct'
    | '/dashboard/MyProducts'
    | '/dashboard/AllSellers'
    | '/dashboard/AllBuyers'
    | '/dashboard/AllAdmins'
    | '/dashboard/AllOrders'
    | '/dashboard/reports'
    | '/dashboard/Categories'
    | '/dashboard/Money'
    | '/dashboard/audit'
    | '/dashboard/savedSearches'
    | '/dashboard/FlaggedPrices'
  title: string
  text: string
}

function Step({ to, title, text }: StepProps) {
  return (
    <li>
      <Link
        to={to}
        className="group flex h-full items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 shadow-card transition-colors hover:border-accent"
      >
        <span>
          <span className="block text-lg font-semibold">{title}</span>
          <span className="mt-0.5 block text-muted">{text}</span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-5 shrink-0 text-accent transition-transform group-hover:translate-x-1"
        />
      </Link>
    </li>
  )
}
