import { formatCents } from '@second-ring/contracts/money'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ClaimedOrder } from './claimed-order.ts'

const AnswerClaimDialog = lazyPart(() => import('./answer-claim-dialog.tsx'))
const ConfirmReturnDialog = lazyPart(() => import('./confirm-return-dialog.tsx'))

type Step = 'answer' | 'acceptOffer' | 'askAdmin' | 'withdraw' | 'confirmReturn'

/** What the reader can do about a claim now, as the server says; each asks before what cannot be undone. */
export function ClaimActs({ order }: { order: ClaimedOrder }) {
  const [step, setStep] = useState<Step>()
  const { can } = order
  const button = (next: Step, label: string, variant: 'primary' | 'secondary' | 'danger') => (
    <Button variant={variant} aria-haspopup="dialog" onClick={() => setStep(next)}>
      {label}
    </Button>
  )
  const isAsked = ['answerClaim', 'answerOffer', 'confirmReturn', 'withdrawClaim'].some(act =>
    can.includes(act as 'answerClaim'),
  )
  return (
    <>
      {isAsked && (
        <div className="mt-5 flex flex-wrap gap-2 print:hidden">
          {can.includes('answerClaim') && button('answer', 'Answer the buyer', 'primary')}
          {can.includes('answerOffer') && button('acceptOffer', 'Take the offer', 'primary')}
          {can.includes('answerOffer') && button('askAdmin', 'Ask an admin', 'secondary')}
          {can.includes('confirmReturn') && button('confirmReturn', 'Enter the seller’s code', 'primary')}
          {can.includes('withdrawClaim') && button('withdraw', 'Withdraw the report', 'danger')}
        </div>
      )}
      {step && <ClaimStep step={step} order={order} onClose={() => setStep(undefined)} />}
    </>
  )
}

interface ClaimStepProps {
  step: Step
  order: ClaimedOrder
  onClose: () => void
}

function ClaimStep({ step, order, onClose }: ClaimStepProps) {
  const { claims } = useTRPC()
  const acceptOffer = useKeyedMutation(claims.acceptOffer.mutationOptions())
  const askAdmin = useKeyedMutation(claims.askAdmin.mutationOptions())
  const withdraw = useKeyedMutation(claims.withdraw.mutationOptions())
  const { id: orderId, productName, claim } = order
  const offerCents = claim.offerCents ?? 0
  switch (step) {
    case 'answer':
      return <AnswerClaimDialog order={order} onClose={onClose} />
    case 'confirmReturn':
      return <ConfirmReturnDialog order={order} onClose={onClose} />
    case 'acceptOffer':
      return (
        <ActDialog
          title={`Take ${formatCents(offerCents)} back?`}
          text={`It goes back to your card, ${offerCents < claim.leftCents ? `you keep ${productName}, and the seller gets the rest` : `all that is left of the payment, and you keep ${productName}`}. This cannot be undone.`}
          confirmLabel="Take the offer"
          variant="primary"
          cancelLabel="Not yet"
          done={`${formatCents(offerCents)} goes back to your card`}
          act={() => acceptOffer({ orderId, offerCents })}
          onClose={onClose}
        />
      )
    case 'askAdmin':
      return (
        <ActDialog
          title="Ask an admin to decide?"
          text="The seller’s offer ends with that. An admin reads what both of you wrote, and decides about the money."
          confirmLabel="Ask an admin"
          variant="primary"
          cancelLabel="Not yet"
          done="An admin decides now"
          act={() => askAdmin({ orderId })}
          onClose={onClose}
        />
      )
    case 'withdraw':
      return (
        <ActDialog
          title="Withdraw your report?"
          text={`The money for ${productName} is the seller’s at once, and you cannot report a problem again. This cannot be undone.`}
          confirmLabel="Withdraw it"
          cancelLabel="Keep it"
          done="Your report is withdrawn"
          act={() => withdraw({ orderId })}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
