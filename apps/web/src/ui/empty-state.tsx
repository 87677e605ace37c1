import { PackageOpen } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon?: ReactNode
  title: string
  text?: string
  action?: ReactNode
}

/** Says that there is nothing here yet, and what to do about it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center rounded-card border border-dashed border-outline/50 px-6 py-12 text-center">
      <span
        aria-hidden="true"
        className="mb-4 grid size-14 place-items-center rounded-full bg-accent-soft text-accent-ink [&>svg]:size-6"
      >
        {icon ?? <PackageOpen />}
      </span>
      <p className="text-lg font-semibold">{title}</p>
      {text && <p className="mt-1 max-w-md text-muted">{text}</p>}
      {action && <div className="mt-6 empty:hidden">{action}</div>}
    </div>
  )
}
