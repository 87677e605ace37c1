import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog, ReasonDialog } from '#ui/dialogs-on-demand.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

const HandOverDialog = lazyPart(() => import('./hand-over-dialog.tsx'))
const HandoverCodeDialog = lazyPart(() => import('./handover-code-dialog.tsx'))
const ReportProblemDialog = lazyPart(() => import('#claims/report-problem-dialog.tsx'))
const RefundDialog = lazyPart(() => import('./refund-dialog.tsx'))

/** Acts that ask for nothing but a press. */
const questions = {
  cancel: (phone: string) => ({
    title: 'Cancel this booking?',
    text: `${phone} is no longer held for you, and others can book it at once.`,
    confirmLabel: 'Cancel booking',
    cancelLabel: 'Keep it',
    done: `The booking of ${phone} is cancelled`,
  }),
  confirmHandover: (phone: string) => ({
    title: 'Do you have the phone?',
    text: `You say that ${phone} was handed over to you. You have 48 hours then to report a problem. This cannot be undone.`,
    confirmLabel: 'I have it',
    variant: 'primary' as const,
    cancelLabel: 'Not yet',
    done: 'Enjoy your phone!',
  }),
  acceptPhone: (phone: string) => ({
    title: 'Is all fine with the phone?',
    text: `You say that ${phone} is as it was described. The money is released to the seller at once, and this cannot be undone.`,
    confirmLabel: 'All fine',
    variant: 'primary' as const,
    cancelLabel: 'Check it first',
    done: 'The money is released to the seller. Enjoy your phone!',
  }),
  releaseMoney: (phone: string) => ({
    title: 'Release the money to the seller?',
    text: `You say for the buyer, who is suspended, that nothing is wrong with ${phone}. No problem with it can be reported then. This cannot be undone.`,
    confirmLabel: 'Release the money',
    variant: 'primary' as const,
    cancelLabel: 'Not yet',
    done: 'The money is released to the seller',
  }),
  claimHandover: () => ({
    title: 'Handed over without the code?',
    text: 'The buyer is asked whether they have the phone, for 72 hours. If they say no, or nothing, an admin decides.',
    confirmLabel: 'Ask the buyer',
    variant: 'primary' as const,
    cancelLabel: 'Go back',
    done: 'The buyer is asked',
  }),
}

/** Acts that ask for a reason. */
const reasons = {
  release: (phone: string) => ({
    title: 'Release this booking?',
    description: `The buyer no longer holds ${phone}. Whoever waits for it is asked first; otherwise it is for sale again.`,
    hint: 'The buyer reads it.',
    action: 'Release the booking',
    done: 'The booking is released',
  }),
  denyHandover: () => ({
    title: 'You do not have the phone?',
    description: 'The seller says that it was handed over to you. An admin decides, and reads what you write here.',
    hint: 'The seller reads it too.',
    action: 'I do not have it',
    done: 'An admin decides now',
  }),
  complete: () => ({
    title: 'Was it handed over?',
    description:
      'The buyer has 48 hours then to report a problem; after them the money is the seller’s. This cannot be undone.',
    hint: 'Both sides read it.',
    action: 'It was handed over',
    done: 'Decided: handed over',
  }),
  returnMoney: () => ({
    title: 'Refund the buyer?',
    description:
      'The money goes back to the buyer’s card, the order ends, and the phone’s post is removed. This cannot be undone.',
    hint: 'Both sides read it.',
    action: 'Refund the buyer',
    done: 'Decided: refunded',
  }),
}

type Question = keyof typeof questions
type Reason = keyof typeof reasons
export type Step = Question | Reason | 'handOver' | 'showCode' | 'refund' | 'openClaim'

interface OrderStepProps {
  step: Step
  order: Pick<OrderDetails, 'id' | 'productName' | 'priceCents'> & {
    buyerName: string
    viewer?: OrderDetails['viewer']
    handoverCode?: string | null
    codeUsedUp?: boolean
  }
  onClose: () => void
}

/** A step that somebody takes with an order: asks what it needs, takes it, and says what came of it. */
export function OrderStep({ step, order, onClose }: OrderStepProps) {
  const { id: orderId, productName } = order
  const { orders, payments } = useTRPC()
  const asked: Record<Question, (input: { orderId: string }) => Promise<unknown>> = {
    cancel: useKeyedMutation(orders.cancel.mutationOptions()),
    confirmHandover: useKeyedMutation(orders.confirmHandover.mutationOptions()),
    acceptPhone: useKeyedMutation(orders.acceptPhone.mutationOptions()),
    releaseMoney: useKeyedMutation(orders.acceptPhone.mutationOptions()),
    claimHandover: useKeyedMutation(orders.claimHandover.mutationOptions()),
  }
  const release = useKeyedMutation(orders.release.mutationOptions())
  const denyHandover = useKeyedMutation(orders.denyHandover.mutationOptions())
  const decide = useKeyedMutation(orders.decideHandover.mutationOptions())
  const explained: Record<Reason, (reason: string) => Promise<unknown>> = {
    release: reason => release({ orderId, reason }),
    denyHandover: reason => denyHandover({ orderId, reason }),
    complete: reason => decide({ orderId, outcome: 'HANDED_OVER', reason }),
    returnMoney: reason => decide({ orderId, outcome: 'REFUNDED', reason }),
  }
  const handOver = useKeyedMutation(orders.handOver.mutationOptions())
  const refund = useKeyedMutation(payments.refund.mutationOptions())

  switch (step) {
    case 'handOver':
      return <HandOverDialog order={order} handOver={handOver} onClose={onClose} />
    case 'openClaim':
      return <ReportProblemDialog order={order} onClose={onClose} />
    case 'refund':
      return <RefundDialog order={order} refund={refund} onClose={onClose} />
    case 'showCode':
      // With the phone handed over meanwhile there is no code any more.
      return order.handoverCode ? (
        <HandoverCodeDialog order={{ ...order, handoverCode: order.handoverCode }} onClose={onClose} />
      ) : null
    case 'cancel':
    case 'confirmHandover':
    case 'acceptPhone':
    case 'releaseMoney':
    case 'claimHandover':
      return <ActDialog {...questions[step](productName)} act={() => asked[step]({ orderId })} onClose={onClose} />
    default:
      return <ReasonDialog {...reasons[step](productName)} act={explained[step]} onClose={onClose} />
  }
}
