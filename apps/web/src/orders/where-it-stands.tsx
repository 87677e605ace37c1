import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { Panel } from '#ui/panel.tsx'
import { TimeLeft } from '#ui/time-left.tsx'
import { OrderActs } from './order-acts.tsx'
import { statusOf } from './order-status.ts'

/** Where an order stands, until when, and what the reader can do with it now. */
export function WhereItStands({ order }: { order: OrderDetails }) {
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
