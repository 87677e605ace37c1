import type { UndecidedHandover } from '@second-ring/contracts/claims/case'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { AgreementPanel } from '#orders/agreement-panel.tsx'
import { MeetingPanel } from '#orders/meeting-panel.tsx'
import { WhereItStands } from '#orders/where-it-stands.tsx'
import { HandoverPanel } from './handover-panel.tsx'

interface HandoverStoryProps {
  order: OrderDetails
  handover: UndecidedHandover
  /** Whether there is no claim beside it, which would say where the deal stands. */
  isAlone: boolean
}

/** All about a handover that was undecided, with what an admin can do about it. */
export function HandoverStory({ order, handover, isAlone }: HandoverStoryProps) {
  return (
    <>
      {isAlone && <WhereItStands order={order} />}
      <HandoverPanel order={order} handover={handover} />
      <MeetingPanel order={order} />
      <AgreementPanel order={order} />
    </>
  )
}
