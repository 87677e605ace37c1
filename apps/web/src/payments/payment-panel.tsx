import { Elements } from '@stripe/react-stripe-js'
import type { Stripe } from '@stripe/stripe-js'
import { type ReactNode, useState } from 'react'
import toast from 'react-hot-toast'
import { domainCode, messageOf } from '../app/errors.ts'
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
  next: ReactNode
}

/** Charges first, then records; a charge whose record fails is never lost from the screen. */
export default function PaymentPanel({ amount, buyer, stripe, clientSecret, record, next }: PaymentPanelProps) {
  const [transactionId, setTransactionId] = useState<string>()
  const [recording, setRecording] = useState<Recording>({ status: 'pending' })

  async function recordCharge(id: string) {
    setRecording({ status: 'pending' })
    try {
      await record(id)
      setRecording({ status: 'done' })
      toast.success('Congrats! your payment completed')
    } catch (error) {
      const refunded = domainCode(error) === 'PAYMENT_REFUNDED'
      setRecording({ status: refunded ? 'refunded' : 'failed', message: messageOf(error) })
    }
  }

  function takeCharge(id: string) {
    setTransactionId(id)
    toast.success('Congratulation your payment completed')
    void recordCharge(id)
  }

  if (transactionId) {
    return (
      <PaymentReceipt
        transactionId={transactionId}
        recording={recording}
        onRetry={() => void recordCharge(transactionId)}
        next={next}
      />
    )
  }
  return (
    <Elements stripe={stripe}>
      <PaymentForm amount={amount} clientSecret={clientSecret} buyer={buyer} onCharged={takeCharge} />
    </Elements>
  )
}
