import type { NoShow } from '@second-ring/contracts/orders/no-show'
import type { OrderDetails, OrderParty } from '@second-ring/contracts/orders/order-details'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'

const CancellationDialog = lazyPart(() => import('./cancellation-dialog.tsx'))
const NoShowDialog = lazyPart(() => import('./no-show-dialog.tsx'))

/** What the two do when the sale does not work out: cancel it together, or say that the other did not come. */
export function AgreementPanel({ order }: { order: OrderDetails }) {
  const { can, cancellation, noShows } = order
  const mayPropose = can.includes('proposeCancellation')
  const mayReport = can.includes('reportNoShow')
  const hint = whenToReport(order)
  if (!mayPropose && !mayReport && !hint && cancellation === null && noShows.length === 0) return null
  return (
    <Panel title="If it does not work out">
      {/* There before what it announces. */}
      <div role="status" className="grid gap-4 empty:hidden">
        {cancellation && <Cancellation order={order} cancellation={cancellation} />}
        {noShows.map(report => (
          <Report key={report.id} order={order} report={report} />
        ))}
      </div>
      {hint && <p className="text-muted not-first:mt-4">{hint}</p>}
      {(mayPropose || mayReport) && (
        <div className="flex flex-wrap gap-2 not-first:mt-4 print:hidden">
          {mayReport && <ReportButton order={order} />}
          {mayPropose && (
            <DialogButton
              variant="secondary"
              size="small"
              dialog={close => <CancellationDialog order={order} accepts={false} onClose={close} />}
            >
              Propose to cancel
            </DialogButton>
          )}
        </div>
      )}
    </Panel>
  )
}

/** When the reader can report that the other did not come, and what helps a buyer with whom no time is agreed; null once they can, or have. */
function whenToReport({ can, viewer, stage, disputed, noShows, handoverDueAt }: OrderDetails): string | null {
  const isOver = can.includes('reportNoShow') || noShows.some(({ by }) => by === viewer)
  if (viewer === 'admin' || stage !== 'PAID' || disputed || isOver) return null
  const hint = `If the ${others[viewer]} does not come, you can say so here once a time that you both agreed on has passed`
  if (viewer === 'seller' || handoverDueAt === null) return `${hint}.`
  return `${hint}; if you never agree on one, your money goes back by itself on ${exactMoment(handoverDueAt)}.`
}

const box = 'rounded-xl bg-warm-soft px-4 py-3 text-warm-ink'

interface CancellationProps {
  order: OrderDetails
  cancellation: NonNullable<OrderDetails['cancellation']>
}

function Cancellation({ order, cancellation }: CancellationProps) {
  const { orders } = useTRPC()
  const decline = useKeyedMutation(orders.declineCancellation.mutationOptions())
  const withdraw = useKeyedMutation(orders.withdrawCancellation.mutationOptions())
  const { busy, run } = useAct()
  const { id: proposalId, by, reason, relist, dueAt } = cancellation
  const answer = { orderId: order.id, proposalId }
  const who = by === order.viewer ? 'You propose' : `${shownName(order[by].name)} proposes`
  return (
    <div className={box}>
      <p className="font-semibold">{who} to cancel the sale. All of the payment goes back to the buyer.</p>
      <p className="mt-1 wrap-anywhere">Reason: {reason}</p>
      {relist !== null && (
        <p className="mt-1">The phone {relist ? 'is for sale again then.' : 'leaves the shop then.'}</p>
      )}
      <p className="mt-1">Without an answer by {exactMoment(dueAt)} the sale goes on.</p>
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        {order.can.includes('acceptCancellation') && (
          <DialogButton size="small" dialog={close => <CancellationDialog order={order} accepts onClose={close} />}>
            Accept and cancel
          </DialogButton>
        )}
        {order.can.includes('declineCancellation') && (
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            onClick={() => void run(() => decline(answer), 'Declined: the sale goes on')}
          >
            Decline to cancel
          </Button>
        )}
        {order.can.includes('withdrawCancellation') && (
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            onClick={() => void run(() => withdraw(answer), 'Withdrawn: the sale goes on')}
          >
            Withdraw the proposal
          </Button>
        )}
      </div>
    </div>
  )
}

function ReportButton({ order }: { order: OrderDetails }) {
  const report = useKeyedMutation(useTRPC().orders.reportNoShow.mutationOptions())
  const isBuyer = order.viewer === 'buyer'
  const other = isBuyer ? 'the seller' : 'the buyer'
  const silence = isBuyer
    ? 'If they agree, or say nothing for 24 hours, your money goes back to your card.'
    : 'If they agree, the payment goes back to them. If they say nothing for 24 hours, the sale goes on until the time for the handover is over.'
  return (
    <DialogButton
      variant="secondary"
      size="small"
      dialog={close => (
        <NoShowDialog
          title={`Did ${other} not come?`}
          description={`${isBuyer ? 'The seller' : 'The buyer'} is asked. ${silence} You can report this once.`}
          hint={`${isBuyer ? 'The seller' : 'The buyer'} and admins read it.`}
          action={`Report that ${other} did not come`}
          done="Reported. The other side is asked."
          act={text => report({ orderId: order.id, text })}
          onClose={close}
        />
      )}
    >
      {isBuyer ? 'The seller did not come' : 'The buyer did not come'}
    </DialogButton>
  )
}

const others = { buyer: 'seller', seller: 'buyer' } as const

function Report({ order, report }: { order: OrderDetails; report: NoShow }) {
  const { orders } = useTRPC()
  const admit = useKeyedMutation(orders.admitNoShow.mutationOptions())
  const deny = useKeyedMutation(orders.denyNoShow.mutationOptions())
  const { by, text, meetingTime, answer } = report
  const { id: orderId, viewer, can } = order
  const next = viewer === 'buyer' ? 'the phone is for sale again' : 'the phone leaves the shop: you can post it again'
  return (
    <div className={box}>
      <p className="font-semibold">
        {by === viewer ? 'You say' : `${shownName(order[by].name)} says`} that{' '}
        {others[by] === viewer ? 'you' : `the ${others[by]}`} did not come on <ExactMoment at={meetingTime} />.
      </p>
      {text && <p className="mt-1 wrap-anywhere">{text}</p>}
      <p className="mt-1">{outcomeOf(report, viewer)}</p>
      {answer && <p className="mt-1 wrap-anywhere">{answer}</p>}
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        {can.includes('denyNoShow') && (
          <DialogButton
            size="small"
            dialog={close => (
              <NoShowDialog
                title="Were you there?"
                description="The sale goes on, and the admins read what you both say."
                hint="The other side and admins read it."
                action="I was there"
                done="Answered: the sale goes on"
                act={reason => deny({ orderId, text: reason })}
                onClose={close}
              />
            )}
          >
            That is not so
          </DialogButton>
        )}
        {can.includes('admitNoShow') && (
          <DialogButton
            variant="danger"
            size="small"
            dialog={close => (
              <ActDialog
                title="You did not come?"
                text={`All of the payment goes back to the buyer, the order ends, and ${next}. This cannot be undone.`}
                confirmLabel="I did not come"
                cancelLabel="Go back"
                done="Answered: the payment goes back"
                act={() => admit({ orderId })}
                onClose={close}
              />
            )}
          >
            I did not come
          </DialogButton>
        )}
      </div>
    </div>
  )
}

/** What came of a report, or comes of it. */
function outcomeOf({ by, state, answerDueAt }: NoShow, viewer: OrderParty): string {
  const other = others[by] === viewer ? 'You' : `The ${others[by]}`
  switch (state) {
    case 'OPEN': {
      const until = exactMoment(answerDueAt)
      return by === 'buyer'
        ? `Without an answer by ${until} the money goes back to the buyer.`
        : `Without an answer by ${until} the sale goes on until the time for the handover is over.`
    }
    case 'ADMITTED':
      return `${other} agreed.`
    case 'DENIED':
      return `${other} said that it is not so.`
    case 'UNANSWERED':
      return `${other} did not answer in time.`
  }
}
