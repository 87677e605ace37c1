import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useOffline } from '#ui/use-offline.ts'
import { chargeCard } from './charge-card.ts'
import { useElementStyle } from './use-element-style.ts'

interface PaymentFormProps {
  /** What to pay, as the button says it. */
  amount: string
  clientSecret: string | undefined
  buyer: { name: string; email: string }
  onCharged: (transactionId: string) => void
}

/** The card field and its Pay button. What the provider refuses shows in red under the field. */
export function PaymentForm({ amount, clientSecret, buyer, onCharged }: PaymentFormProps) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useElementStyle()
  const errorId = useId()
  const isOffline = useOffline()
  const [processing, setProcessing] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function pay(event: FormEvent) {
    event.preventDefault()
    const card = elements?.getElement(CardElement)
    if (!stripe || !card || !clientSecret || processing) return
    setProcessing(true)
    setRefusal(undefined)
    try {
      const charge = await chargeCard({ stripe, card, clientSecret, buyer })
      if ('transactionId' in charge) return onCharged(charge.transactionId)
      setRefusal(charge.refusal)
    } catch (error) {
      setRefusal(messageOf(error))
    }
    setProcessing(false)
    card.focus()
  }

  return (
    <form onSubmit={event => void pay(event)} className="grid grid-cols-1 gap-5">
      <fieldset aria-describedby={errorId}>
        <legend className="mb-1.5 text-sm font-semibold">Card</legend>
        <div className="min-h-13 rounded-xl border border-outline/70 bg-surface px-3.5 py-4 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent/35">
          <CardElement options={{ style }} onChange={event => setRefusal(event.error?.message)} />
        </div>
        <FieldError id={errorId} message={refusal} />
        {isOffline && (
          <p className="mt-2 text-sm font-medium">You are offline. You can pay when you are back online.</p>
        )}
      </fieldset>
      <Button type="submit" disabled={!stripe || !clientSecret || processing || isOffline} aria-label={`Pay ${amount}`}>
        {processing ? <Spinner className="size-4" /> : <Lock aria-hidden="true" className="size-4" />}
        {processing ? 'Paying…' : 'Pay'}
      </Button>
      <p className="text-sm text-muted">
        Your card goes straight to the payment provider. Second Ring never sees its number.
      </p>
    </form>
  )
}
