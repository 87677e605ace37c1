import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { useOffline } from '#ui/use-offline.ts'

interface PayLinkProps {
  orderId: string
  className?: string
  children?: ReactNode
}

/** The way to pay an order; without a connection, that it needs one. */
export function PayLink({ orderId, className, children }: PayLinkProps) {
  if (useOffline()) return <Button disabled>Paying needs a connection</Button>
  return (
    <Link to="/dashboard/payment/$orderId" params={{ orderId }} className={buttonClass({ className })}>
      Pay
      {children}
    </Link>
  )
}
