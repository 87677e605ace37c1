import type { UndecidedHandover } from '@second-ring/contracts/claims/case'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { Decided } from '#accounts/decided.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { Term, Terms } from '#ui/terms.tsx'
import { handoverOutcomes } from './handover-outcomes.ts'

interface HandoverPanelProps {
  order: OrderDetails
  handover: UndecidedHandover
}

/** What the two sides say of a handover that was undecided, and what an admin has decided of it. */
export function HandoverPanel({ order, handover }: HandoverPanelProps) {
  const { handoverClaimedAt, handoverDeniedAt, answerDueAt, events } = order
  const { decision } = handover
  const denial = events.find(({ kind }) => kind === 'handover-denied')
  return (
    <Panel title="The handover">
      <Terms>
        {handoverClaimedAt && (
          <Term name="The seller says that it was handed over">
            <ExactMoment at={handoverClaimedAt} />
          </Term>
        )}
        {handoverDeniedAt && (
          <Term name="The buyer says that it was not" className="wrap-anywhere">
            <ExactMoment at={handoverDeniedAt} />
            {denial?.reason && <span className="block">“{denial.reason}”</span>}
          </Term>
        )}
        {!handoverDeniedAt && answerDueAt && (
          <Term name="The buyer did not answer by">
            <ExactMoment at={answerDueAt} />
          </Term>
        )}
        {decision && (
          <Term name={`Decided: ${handoverOutcomes[decision.outcome].toLowerCase()}`} className="wrap-anywhere">
            <Decided {...decision} />
          </Term>
        )}
      </Terms>
    </Panel>
  )
}
