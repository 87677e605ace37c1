import type { CaseDispute } from '@second-ring/contracts/claims/case'
import { formatCents } from '@second-ring/contracts/money'
import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Term, Terms } from '#ui/terms.tsx'

const states: Record<DisputeState, string> = {
  INQUIRY: 'The bank only asks; it does not hold the money',
  NEEDS_RESPONSE: 'Waits for the market’s answer',
  UNDER_REVIEW: 'The bank decides',
  WON: 'Won: the money stays',
  LOST: 'Lost: the bank took the money back',
}

const sending: Record<CaseDispute['answers'][number]['state'], string> = {
  REQUESTED: 'On its way',
  SENT: 'Sent',
  REJECTED: 'Rejected',
}

/** What a bank disputes of the payment, until when it can be answered, and what was sent. The way to answer is beside the payment. */
export function BankPanel({ dispute }: { dispute: CaseDispute }) {
  const { amountCents, reason, state, openedAt, dueAt, closedAt, answers } = dispute
  return (
    <Panel title="The bank">
      <Terms>
        <Term name="Disputed" className="font-bold tabular-nums">
          {formatCents(amountCents)}
        </Term>
        <Term name="Reason" className="wrap-anywhere">
          {reason.replaceAll('_', ' ')}
        </Term>
        <Term name="State">{states[state]}</Term>
        <Term name="Since">
          <ExactMoment at={openedAt} />
        </Term>
        {closedAt === null && dueAt && (
          <Term name="Evidence by">
            <ExactMoment at={dueAt} />
          </Term>
        )}
        {closedAt && (
          <Term name="Decided">
            <ExactMoment at={closedAt} />
          </Term>
        )}
      </Terms>
      {answers.length === 0 ? (
        <p className="my-3">Nothing was sent to the bank.</p>
      ) : (
        <ul className="my-3 grid gap-2">
          {answers.map(answer => (
            <li key={answer.id} className="wrap-anywhere">
              {sending[answer.state]} by {shownName(answer.answeredBy)},{' '}
              <ExactMoment at={answer.sentAt ?? answer.requestedAt} />
              {answer.note && <span className="block">“{answer.note}”</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
