import type { OrderAct, OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useChargeOf } from './charged-orders.ts'
import { useOrderActs } from './use-order-acts.ts'

const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'))
const HandoverCodeDialog = lazyPart(() => import('./handover-code-dialog.tsx'))
const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'))
const ReasonDialog = lazyPart(() => import('#shell/reason-dialog.tsx'))
const OrderConfirmDialog = lazyPart(() => import('./order-confirm-dialog.tsx'))

type Step =
  | 'cancel'
  | 'release'
  | 'handOver'
  | 'showCode'
  | 'claimHandover'
  | 'confirmHandover'
  | 'denyHandover'
  | 'complete'
  | 'returnMoney'
  | 'refund'

interface Choice {
  step: Step
  /** The act that it needs. */
  act: OrderAct
  label: string
  variant: 'primary' | 'secondary' | 'danger'
}

const choices: readonly Choice[] = [
  { step: 'showCode', act: 'renewHandoverCode', label: 'Show the handover code', variant: 'primary' },
  { step: 'confirmHandover', act: 'confirmHandover', label: 'I have the phone', variant: 'secondary' },
  { step: 'denyHandover', act: 'denyHandover', label: 'I do not have the phone', variant: 'danger' },
  { step: 'handOver', act: 'handOver', label: 'Enter the buyer’s code', variant: 'primary' },
  { step: 'claimHandover', act: 'claimHandover', label: 'Handed over without the code', variant: 'secondary' },
  { step: 'complete', act: 'decideHandover', label: 'Decide: it was handed over', variant: 'primary' },
  { step: 'returnMoney', act: 'decideHandover', label: 'Decide: refund the buyer', variant: 'danger' },
  { step: 'refund', act: 'refund', label: 'Refund the buyer', variant: 'danger' },
  { step: 'release', act: 'release', label: 'Release the booking', variant: 'danger' },
  { step: 'cancel', act: 'cancel', label: 'Cancel booking', variant: 'danger' },
]

/**
 * Who is asked whether they have the phone answers that; an admin who decides refunds by that decision; and nobody gives
 * a code away while the bank decides.
 */
function choicesOf({ can, disputed }: OrderDetails): Choice[] {
  const offered = choices.filter(({ act }) => can.includes(act))
  if (can.includes('decideHandover')) return offered.filter(({ step }) => step !== 'refund')
  const answers = offered.filter(({ step }) => step !== 'showCode')
  if (!can.includes('denyHandover')) return disputed ? answers : offered
  return answers.map(choice => (choice.step === 'confirmHandover' ? { ...choice, variant: 'primary' } : choice))
}

/** What the reader can do with an order now, as the server says; each asks before what cannot be undone. */
export function OrderActs({ order }: { order: OrderDetails }) {
  const [step, setStep] = useState<Step>()
  const offered = choicesOf(order)
  // One that is charged already waits for its record.
  const charge = useChargeOf(order.id)
  const canPay = order.can.includes('pay') && charge === undefined
  return (
    <>
      {(offered.length > 0 || canPay) && (
        <div className="mt-5 flex flex-wrap gap-2 print:hidden">
          {canPay && (
            <Link to="/dashboard/payment/$orderId" params={{ orderId: order.id }} className={buttonClass()}>
              Pay
            </Link>
          )}
          {offered.map(({ step: next, label, variant }) => (
            <Button key={next} variant={variant} aria-haspopup="dialog" onClick={() => setStep(next)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {step && <StepDialog order={order} step={step} onClose={() => setStep(undefined)} />}
    </>
  )
}

interface StepDialogProps {
  order: OrderDetails
  step: Step
  onClose: () => void
}

function StepDialog({ order, step, onClose }: StepDialogProps) {
  const acts = useOrderActs()
  const { id: orderId } = order
  const brief = {
    id: orderId,
    productName: order.productName,
    buyerName: order.buyer.name,
    priceCents: order.priceCents,
  }
  switch (step) {
    case 'handOver':
      return <HandOverDialog order={brief} handOver={acts.handOver} onClose={onClose} />
    case 'refund':
      return <RefundDialog order={brief} refund={acts.refund} onClose={onClose} />
    case 'showCode':
      // With the phone handed over meanwhile there is no code any more.
      return order.handoverCode === null ? null : <HandoverCode order={order} onClose={onClose} />
    case 'cancel':
      return (
        <OrderConfirmDialog
          title="Cancel this booking?"
          text={`${order.productName} is no longer held for you, and others can book it at once.`}
          confirmLabel="Cancel booking"
          cancelLabel="Keep it"
          done={`The booking of ${order.productName} is cancelled`}
          act={() => acts.cancel({ orderId })}
          onClose={onClose}
        />
      )
    case 'confirmHandover':
      return (
        <OrderConfirmDialog
          title="Do you have the phone?"
          text={`You say that ${order.productName} was handed over to you. The order is complete then, and this cannot be undone.`}
          confirmLabel="I have it"
          variant="primary"
          cancelLabel="Not yet"
          done="Enjoy your phone!"
          act={() => acts.confirmHandover({ orderId })}
          onClose={onClose}
        />
      )
    case 'claimHandover':
      return (
        <OrderConfirmDialog
          title="Handed over without the code?"
          text="The buyer is asked whether they have the phone, for 72 hours. If they say no, or nothing, an admin decides."
          confirmLabel="Ask the buyer"
          variant="primary"
          cancelLabel="Go back"
          done="The buyer is asked"
          act={() => acts.claimHandover({ orderId })}
          onClose={onClose}
        />
      )
    case 'release':
      return (
        <ReasonDialog
          title="Release this booking?"
          description={`The buyer no longer holds ${order.productName}. Whoever waits for it is asked first; otherwise it is for sale again.`}
          hint="The buyer reads it."
          confirmLabel="Release the booking"
          done="The booking is released"
          act={reason => acts.release({ orderId, reason })}
          onClose={onClose}
        />
      )
    case 'denyHandover':
      return (
        <ReasonDialog
          title="You do not have the phone?"
          description="The seller says that it was handed over to you. An admin decides, and reads what you write here."
          hint="The seller reads it too."
          confirmLabel="I do not have it"
          done="An admin decides now"
          act={reason => acts.denyHandover({ orderId, reason })}
          onClose={onClose}
        />
      )
    case 'complete':
      return (
        <ReasonDialog
          title="Was it handed over?"
          description="The order is complete then, and the buyer gets no money back. This cannot be undone."
          hint="Both sides read it."
          confirmLabel="It was handed over"
          done="Decided: handed over"
          act={reason => acts.decide({ orderId, outcome: 'COMPLETED', reason })}
          onClose={onClose}
        />
      )
    case 'returnMoney':
      return (
        <ReasonDialog
          title="Refund the buyer?"
          description="The money goes back to the buyer’s card, the order ends, and the phone’s post is removed. This cannot be undone."
          hint="Both sides read it."
          confirmLabel="Refund the buyer"
          done="Decided: refunded"
          act={reason => acts.decide({ orderId, outcome: 'REFUNDED', reason })}
          onClose={onClose}
        />
      )
  }
}

function HandoverCode({ order, onClose }: Pick<StepDialogProps, 'order' | 'onClose'>) {
  const renew = useMutation(useTRPC().orders.renewHandoverCode.mutationOptions())
  return (
    <HandoverCodeDialog
      order={order}
      renew={() => renew.mutateAsync({ orderId: order.id })}
      renewing={renew.isPending}
      onClose={onClose}
    />
  )
}
