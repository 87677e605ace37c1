import type { ReactNode } from 'react'
import { PageTitle } from '#ui/page-title.tsx'

interface AccountPanelProps {
  title: string
  lead: string
  children: ReactNode
}

/** The panel that the login and the sign-up stand in. */
export function AccountPanel({ title, lead, children }: AccountPanelProps) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <div className="rounded-3xl border border-line bg-surface p-6 shadow-card sm:p-8">
        <PageTitle size="panel">{title}</PageTitle>
        <p className="mt-2 mb-6 text-balance text-muted">{lead}</p>
        {children}
      </div>
    </div>
  )
}

/** Parts the form from the other way in. */
export function OrDivider() {
  return (
    <div className="my-5 flex items-center gap-3 text-sm text-muted" aria-hidden="true">
      <span className="h-px flex-1 bg-line" />
      or
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}
