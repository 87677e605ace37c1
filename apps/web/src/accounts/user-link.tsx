import { Link } from '@tanstack/react-router'
import { cx } from 'class-variance-authority'
import type { ReactNode } from 'react'

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
      className={cx('rounded-sm underline-offset-3 hover:underline', className)}
    >
      {children}
    </Link>
  )
}
