import { can } from '@second-ring/contracts/permissions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAccount } from '#session/session-context.ts'
import { buttonClass } from '#ui/button.tsx'

/** Leads whoever can sell, or can still become a seller, to where they begin. `others` stands there for everyone else. */
export function SellYours({ others = null }: { others?: ReactNode }) {
  const account = useAccount()
  if (account && !can(account.role, 'listing.create')) return others
  return (
    <Link to={account ? '/dashboard/AddProduct' : '/signup'} className={buttonClass({ variant: 'secondary' })}>
      Sell yours
    </Link>
  )
}
