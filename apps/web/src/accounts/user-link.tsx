import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'

interface UserLinkProps {
  userId: string
  className?: string
  children: ReactNode
}

/** Leads an admin to the page of a user. */
export function UserLink({ userId, className, children }: UserLinkProps) {
  return (
    <Link
      to="/dashboard/users/$userId"
      params={{ userId }}
      className={classNames('rounded-sm underline-offset-3 hover:underline', className)}
    >
      {children}
    </Link>
  )
}
