import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { shownPlace } from '#ui/shown-place.ts'
import { Term, Terms } from '#ui/terms.tsx'

const ProposeMeetingDialog = lazyPart(() => import('./propose-meeting-dialog.tsx'))

/** Where and when the two meet, and another place or time that one of them proposes. */
export function MeetingPanel({ order }: { order: OrderDetails }) {
  const isReturn = order.state === 'RETURNING'
  const isOver = order.ending !== null && !isReturn
  const isOld = isReturn && !isAgreedForReturn(order)
  const who = order.viewer === 'admin' ? 'they' : 'you'
  const next = order.can.includes('proposeMeeting') ? ' Propose a place and a time.' : ''
  const returnWords = isOld
    ? `Where and when ${who} meet for the return is not agreed yet.${next}`
    : `For the return ${who} meet here.`
  return (
    <Panel title="The meeting">
      {isReturn && <p className="mb-3">{returnWords}</p>}
      {!isOld && (
        <Meeting
          place={shownPlace(order.meetingPlace)}
          time={order.meetingTime}
          none={isOver ? 'Not agreed' : 'Not agreed yet'}
        />
      )}
      {/* There before what it announces. */}
      <div role="status">
        <Proposal order={order} />
      </div>
      {order.can.includes('proposeMeeting') && (
        <DialogButton
          variant="secondary"
          size="small"
          className="mt-4 print:hidden"
          dialog={close => <ProposeMeetingDialog order={order} onClose={close} />}
        >
          Propose another place or time
        </DialogButton>
      )}
    </Panel>
  )
}

/** Whether the meeting was changed since the phone is to be returned: before, it is that of the handover. */
function isAgreedForReturn({ events, claim }: OrderDetails): boolean {
  const since = claim?.decidedAt ?? claim?.answeredAt ?? ''
  return events.some(({ kind, at }) => kind === 'meeting-changed' && at > since)
}

interface MeetingProps {
  place: string
  time: string | null
  /** Said where there is no time. */
  none: string
  /** The colour of its terms. */
  look?: string
}

function Meeting({ place, time, none, look = 'text-muted' }: MeetingProps) {
  return (
    <Terms>
      <Term name="Place" look={look}>
        {place || 'Not said'}
      </Term>
      <Term name="Time" look={look}>
        {time ? <ExactMoment at={time} /> : none}
      </Term>
    </Terms>
  )
}

const answers = {
  acceptProposal: { label: 'Accept', said: 'Accepted: this is where you meet' },
  declineProposal: { label: 'Decline', said: 'Declined: the meeting stays as it was' },
  withdrawProposal: { label: 'Withdraw', said: 'Withdrawn' },
} as const
type Answer = keyof typeof answers

function Proposal({ order }: { order: OrderDetails }) {
  const trpc = useTRPC()
  const calls = {
    acceptProposal: useKeyedMutation(trpc.orders.acceptProposal.mutationOptions()),
    declineProposal: useKeyedMutation(trpc.orders.declineProposal.mutationOptions()),
    withdrawProposal: useKeyedMutation(trpc.orders.withdrawProposal.mutationOptions()),
  }
  const [chosen, setChosen] = useState<Answer>()
  const { busy, run } = useAct()
  const { proposal } = order
  if (!proposal) return null

  function answer(how: Answer, proposalId: string) {
    if (busy) return
    setChosen(how)
    void run(() => calls[how]({ orderId: order.id, proposalId }), answers[how].said)
  }

  const who = proposal.by === order.viewer ? 'You propose' : `${shownName(order[proposal.by].name)} proposes`
  return (
    <div className="mt-4 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
      <p className="mb-2 font-semibold">{who}:</p>
      <Meeting place={proposal.meetingPlace} time={proposal.meetingTime} none="To be agreed" look="" />
      <div className="mt-3 flex flex-wrap gap-2 empty:hidden print:hidden">
        {(['acceptProposal', 'declineProposal', 'withdrawProposal'] as const)
          .filter(how => order.can.includes(how))
          .map(how => (
            <Button
              key={how}
              size="small"
              variant={how === 'acceptProposal' ? 'primary' : 'secondary'}
              busy={busy && chosen === how}
              onClick={() => answer(how, proposal.id)}
            >
              {answers[how].label}
            </Button>
          ))}
      </div>
    </div>
  )
}
