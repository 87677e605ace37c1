import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { toast } from '#ui/toast.ts'
import { PaymentForm } from './payment-form.tsx'
import { PaymentReceipt, type Recording } from './payment-receipt.tsx'

interface PaymentPanelProps {
  amount: string
  buyer: { name: string; email: string }
  /** The provider's library; null until it is there. */
  stripe: Stripe | null
  clientSecret: string | undefined
  /** Has the server record what was charged. */
  record: (transactionId: string) => Promise<unknown>
  /** The transaction of the charge, once there is one; it is recorded from here. */
  charged: string | undefined
  onCharged: (transactionId: string) => void
  /** Whether the server knows of the payment, from whomever. */
  isRecorded?: boolean
  next: ReactNode
}

/** Charges first, then records. A charge is never lost from the screen, and is not made twice. */
export default function PaymentPanel({
  amount,
  buyer,
  stripe,
  clientSecret,
  record,
  charged,
  onCharged,
  isRecorded = false,
  next,
}: PaymentPanelProps) {
  const [recording, setRecording] = useState<Recording>({ status: 'pending' })

  const recordCharge = useEffectEvent(async (id: string) => {
    try {
      await record(id)
    } catch (error) {
      // Of any other failure the page says that it goes on: the provider tells the server too.
      if (domainCode(error) === 'PAYMENT_REFUNDED') setRecording({ status: 'refunded', message: messageOf(error) })
      return
    }
    setRecording({ status: 'done' })
    // Under an id of its own, for the page may have been left and opened again while it was recorded.
    toast.success('Congrats! your payment completed', { id: `recorded ${id}` })
  })
  useEffect(() => {
    if (charged) void recordCharge(charged)
  }, [charged])

  function takeCharge(id: string) {
    toast.success('Congratulation your payment completed')
    onCharged(id)
  }

  if (charged) {
    const isDone = isRecorded && recording.status === 'pending'
    return <PaymentReceipt transactionId={charged} recording={isDone ? { status: 'done' } : recording} next={next} />
  }
  return (
    <Elements stripe={stripe}>
      <PaymentForm amount={amount} clientSecret={clientSecret} buyer={buyer} onCharged={takeCharge} />
    </Elements>
  )
}
