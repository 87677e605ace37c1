import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Panel } from '#ui/panel.tsx'
import { TimeLeft } from '#ui/time-left.tsx'
import { useFocusOnLosing } from '#ui/use-focus-on-losing.ts'
import { AgreementPanel } from './agreement-panel.tsx'
import { MeetingPanel } from './meeting-panel.tsx'
import { OrderActs } from './order-acts.tsx'
import { OrderEvents } from './order-events.tsx'
import { OrderFee } from './order-fee.tsx'
import { OrderHeader } from './order-header.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderParties } from './order-parties.tsx'
import { statusOf } from './order-status.ts'
import { PhoneLink } from './phone-link.tsx'

const OrderEarnings = lazyPart(async () => ({ default: (await import('./order-earnings.tsx')).OrderEarnings }))
// Few orders have one.
const ClaimPanel = lazyPart(async () => ({ default: (await import('#claims/claim-panel.tsx')).ClaimPanel }))

/** An order with all that belongs to it, as its buyer, its seller or an admin sees it. */
export function OrderPage({ order }: { order: OrderDetails }) {
  const focus = useFocusOnLosing()
  return (
    <article {...focus}>
      <p className="mb-4 hidden font-bold print:block">Second Ring</p>
      <OrderHeader order={order} title="Order" beside={<PhoneLink order={order} />}>
        <OrderFee order={order} />
      </OrderHeader>
      <div className="mt-6 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] print:block print:space-y-6">
        <div className="grid grid-cols-1 gap-5">
          <Status order={order} />
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

function Status({ order }: { order: OrderDetails }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const { sentences, deadline } = statusOf(order)
  return (
    <Panel title="Where it stands">
      <div role="status" className="grid gap-2 text-lg wrap-anywhere">
        {sentences.map(sentence => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {deadline && (
        <p className="mt-3 flex items-center gap-2 font-semibold print:hidden">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <TimeLeft
            key={deadline.at}
            until={deadline.at}
            over={deadline.over}
            onOver={() => void queryClient.invalidateQueries(trpc.orders.details.queryFilter({ orderId: order.id }))}
          />
        </p>
      )}
      <OrderActs order={order} />
    </Panel>
  )
}
