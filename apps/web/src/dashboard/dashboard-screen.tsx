import { can } from '@second-ring/contracts/permissions'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useAccount } from '#session/session-context.ts'
import { PageTitle } from '#ui/page-title.tsx'
import { shownName } from '#ui/shown-name.ts'
import { usePlaces } from './places.ts'

export function DashboardScreen() {
  const account = useAccount()
  const places = usePlaces()
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
        {places.map(({ to, step }) => step && <Step key={to} to={to} title={step[0]} text={step[1]} />)}
        {account && !can(account.role, 'listing.create') && (
          <Step to="/" title="Find a phone" text="Browse the categories and book the one you like." />
        )}
      </ul>
    </>
  )
}

interface StepProps {
  to: NonNullable<LinkProps['to']>
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
