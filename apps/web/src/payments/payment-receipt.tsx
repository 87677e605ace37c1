import { CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

/** Where the server's record of a charge stands. */
export type Recording = { status: 'pending' | 'done' } | { status: 'failed' | 'refunded'; message: string }

interface PaymentReceiptProps {
  transactionId: string
  recording: Recording
  onRetry: () => void
  /** Where to go on. */
  next: ReactNode
}

/** What is told after the charge. While it is not recorded yet, calmly: the money is safe, and it can be tried again. */
export function PaymentReceipt({ transactionId, recording, onRetry, next }: PaymentReceiptProps) {
  const { status } = recording
  const receipt = useRef<HTMLDivElement>(null)
  // The Pay button had the focus, and is gone.
  useEffect(() => receipt.current?.focus(), [])

  function retry() {
    receipt.current?.focus()
    onRetry()
  }

  return (
    <div ref={receipt} tabIndex={-1} className="grid gap-4">
      {status === 'refunded' ? (
        <p role="alert" className="rounded-xl bg-warm-soft px-4 py-3 font-medium text-warm-ink">
          {recording.message}
        </p>
      ) : (
        <p
          role="status"
          className="flex items-start gap-3 rounded-xl bg-accent-soft px-4 py-3 font-semibold text-accent-ink"
        >
          <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          Congrats! your payment completed
        </p>
      )}
      <p className="text-sm text-muted">
        Your transaction id: <span className="font-mono font-semibold break-all text-ink">{transactionId}</span>
      </p>
      {status === 'pending' && (
        <p role="status" className="text-sm text-muted">
          Recording your payment…
        </p>
      )}
      {status === 'failed' && (
        <div role="alert" className="flex gap-3 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
          <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <p className="font-semibold">Your payment was taken and is being recorded.</p>
            <p className="mt-0.5 text-sm">
              You will not be charged again. It shows as Paid under My orders as soon as it is recorded, even if you
              close this page. ({recording.message})
            </p>
            <Button variant="secondary" size="small" className="mt-3" onClick={retry}>
              Record it now
            </Button>
          </div>
        </div>
      )}
      {next}
    </div>
  )
}
