import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useFocusOnLosing } from '#ui/use-focus-on-losing.ts'
import { AgreementPanel } from './agreement-panel.tsx'
import { CaseLink } from './case-link.tsx'
import { MeetingPanel } from './meeting-panel.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderFee } from './order-fee.tsx'
import { OrderHeader } from './order-header.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderParties } from './order-parties.tsx'
import { PhoneLink } from './phone-link.tsx'
import { WhereItStands } from './where-it-stands.tsx'

const OrderEarnings = lazyPart(async () => ({ default: (await import('./order-earnings.tsx')).OrderEarnings }))
// Few orders have one.
const ClaimPanel = lazyPart(async () => ({ default: (await import('#claims/claim-panel.tsx')).ClaimPanel }))

/** An order with all that belongs to it, as its buyer, its seller or an admin sees it. */
export function OrderPage({ order }: { order: OrderDetails }) {
  const focus = useFocusOnLosing()
  return (
    <article {...focus}>
      <p className="mb-4 hidden font-bold print:block">Second Ring</p>
      <OrderHeader order={order} title="Order" beside={<Links order={order} />}>
        <OrderFee order={order} />
      </OrderHeader>
      <div className="mt-6 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block print:space-y-6">
        <div className="grid grid-cols-1 gap-5">
          <WhereItStands order={order} />
          {order.claim && <ClaimPanel order={order} />}
          <MeetingPanel order={order} />
          <AgreementPanel order={order} />
          <OrderNotes order={order} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <OrderParties order={order} />
          {order.viewer === 'seller' && <OrderEarnings order={order} />}
          <OrderMoney order={order} />
          <OrderEvents events={order.events} />
        </div>
      </div>
    </article>
  )
}

function Links({ order }: { order: OrderDetails }) {
  return (
    <>
      <PhoneLink order={order} />
      <CaseLink order={order} />
    </>
  )
}
