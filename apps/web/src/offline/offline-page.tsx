import { onlineManager } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useAccount } from '#session/session-context.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { useReadable } from './use-readable.ts'

/**
 * In the place of a page that cannot be read without a connection.
 * @param onRetry loads the page again; called when there is a connection, too
 */
export default function OfflinePage({ onRetry }: { onRetry: () => void }) {
  const account = useAccount()
  const { orders, products } = useReadable()
  const retry = useEffectEvent(onRetry)
  useEffect(() => onlineManager.subscribe(isOnline => isOnline && retry()), [])
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-xl place-content-center justify-items-center px-4 py-16 text-center">
      <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-warm-soft text-warm-ink">
        <CloudOff className="size-7" />
      </span>
      <PageTitle className="mt-6">You are offline</PageTitle>
      <p className="mt-3 text-balance text-muted">
        This page needs a connection. It loads by itself when you are back online.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {account && orders !== 'none' && (
          <Link to="/dashboard/myOrders" className={buttonClass()}>
            My orders and codes
          </Link>
        )}
        {account && products !== 'none' && (
          <Link to="/dashboard/MyProducts" className={buttonClass()}>
            My products and sales
          </Link>
        )}
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}
