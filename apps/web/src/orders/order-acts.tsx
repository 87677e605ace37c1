import type { OrderAct, OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useState } from 'react'
import { isCodeShown } from '#listings/deal-words.ts'
import { Button } from '#ui/button.tsx'
import { useChargeOf } from './charged-orders.ts'
import { OrderStep, type Step } from './order-step.tsx'
import { PayLink } from './pay-link.tsx'

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
  { step: 'acceptPhone', act: 'acceptPhone', label: 'All fine', variant: 'primary' },
  { step: 'openClaim', act: 'openClaim', label: 'Report a problem', variant: 'secondary' },
  { step: 'handOver', act: 'handOver', label: 'Enter the buyer’s code', variant: 'primary' },
  { step: 'claimHandover', act: 'claimHandover', label: 'Handed over without the code', variant: 'secondary' },
  { step: 'complete', act: 'decideHandover', label: 'Decide: it was handed over', variant: 'primary' },
  { step: 'returnMoney', act: 'decideHandover', label: 'Decide: refund the buyer', variant: 'danger' },
  { step: 'refund', act: 'refund', label: 'Refund the buyer', variant: 'danger' },
  { step: 'release', act: 'release', label: 'Release the booking', variant: 'danger' },
  { step: 'cancel', act: 'cancel', label: 'Cancel booking', variant: 'danger' },
]

/** What an admin does for a buyer who is suspended. */
const forBuyer: readonly Choice[] = [
  { step: 'openClaim', act: 'openClaim', label: 'Report a problem for the buyer', variant: 'primary' },
  { step: 'releaseMoney', act: 'acceptPhone', label: 'Release the money', variant: 'secondary' },
]

/**
 * Who is asked whether they have the phone answers that; an admin who decides refunds by that decision; and nobody gives a code
 * away, nor asks for one, while a bank decides or the buyer is asked.
 */
function choicesOf(order: OrderDetails): Choice[] {
  const { can } = order
  if (order.viewer === 'admin' && order.state === 'HANDED_OVER') return forBuyer.filter(({ act }) => can.includes(act))
  const offered = choices.filter(({ act }) => can.includes(act))
  if (can.includes('decideHandover')) return offered.filter(({ step }) => step !== 'refund')
  const isShown = isCodeShown(order)
  const answers = offered.filter(({ step }) => isShown || (step !== 'showCode' && step !== 'handOver'))
  return answers.map(choice => {
    if (choice.step === 'showCode' && order.codeUsedUp) return { ...choice, label: 'Make a new code' }
    return choice.step === 'confirmHandover' && can.includes('denyHandover')
      ? { ...choice, variant: 'primary' }
      : choice
  })
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
          {canPay && <PayLink orderId={order.id} />}
          {offered.map(({ step: next, label, variant }) => (
            <Button key={next} variant={variant} aria-haspopup="dialog" onClick={() => setStep(next)}>
              {label}
            </Button>
          ))}
        </div>
      )}
      {step && (
        <OrderStep step={step} order={{ ...order, buyerName: order.buyer.name }} onClose={() => setStep(undefined)} />
      )}
    </>
  )
}
