import { Link, Outlet } from '@tanstack/react-router'
import { FactorSlot } from '#accounts/factor-slot.tsx'
import { OpenCases } from '#cases/open-cases.tsx'
import { OpenReports } from '#moderation/open-reports.tsx'
import { usePlaces } from './places.ts'

export function DashboardLayout() {
  const places = usePlaces()
  return (
    <div className="mx-auto grid max-w-7xl gap-x-10 gap-y-6 px-4 py-6 sm:px-6 sm:py-10 print:block lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Dashboard" className="lg:sticky lg:top-24 lg:self-start">
        <ul className="-mx-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-1 sm:-mx-4 sm:flex sm:flex-wrap lg:mx-0 lg:flex-col">
          {places.map(({ to, label, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                className="inline-flex min-h-11 w-full items-center gap-2.5 rounded-full px-3 font-medium text-muted transition-colors hover:bg-sunken hover:text-ink max-xs:gap-1.5 max-xs:px-2.5 max-xs:text-sm sm:w-auto sm:whitespace-nowrap sm:px-4 lg:w-full lg:rounded-xl"
                activeProps={{ className: 'bg-accent-soft !text-accent-ink' }}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {label}
                {to === '/dashboard/reports' && <OpenReports />}
                {to === '/dashboard/cases' && <OpenCases />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 pb-10">
        <Outlet />
        <FactorSlot />
      </div>
    </div>
  )
}
