import { CircleCheck, Clock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

/** Where the server's record of a charge stands. */
export type Recording = { status: 'pending' | 'done' } | { status: 'refunded'; message: string }

interface PaymentReceiptProps {
  transactionId: string
  recording: Recording
  /** Where to go on. */
  next: ReactNode
}

/** What the page says after the charge. Until it is recorded, calmly: the money is safe, and nothing is left to do. */
export function PaymentReceipt({ transactionId, recording, next }: PaymentReceiptProps) {
  const { status } = recording
  const receipt = useRef<HTMLDivElement>(null)
  // The Pay button had the focus, and is gone.
  useEffect(() => receipt.current?.focus(), [])

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
          {status === 'done' ? 'Congrats! your payment completed' : 'Congratulation your payment completed'}
        </p>
      )}
      <p className="text-sm text-muted">
        Your transaction id: <span className="font-mono font-semibold break-all text-ink">{transactionId}</span>
      </p>
      {status === 'pending' && (
        <div role="status" className="flex gap-3 text-muted">
          <Clock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <div>
            <p className="font-semibold text-ink">Your payment was taken and is being recorded.</p>
            <p className="mt-0.5 text-sm">
              You will not be charged again. It shows as Paid under My orders as soon as it is recorded, even if you
              close this page.
            </p>
          </div>
        </div>
      )}
      {next}
    </div>
  )
}
