import { formatCents } from '@second-ring/contracts/money'
import type { Order } from '@second-ring/contracts/orders/order'
import { MapPin } from 'lucide-react'
import { Moment } from '../ui/moment.tsx'
import { Picture } from '../ui/picture.tsx'
import { useWideScreen } from '../ui/use-wide-screen.ts'
import { isPayable, OrderStanding } from './order-standing.tsx'

const until = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
})

/** A buyer's orders: a table where there is room, cards on phones. */
export function MyOrders({ orders }: { orders: readonly Order[] }) {
  return useWideScreen() ? <OrderTable orders={orders} /> : <OrderCards orders={orders} />
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className="w-2/5 px-5 py-3 font-semibold">
              Product
            </th>
            <th scope="col" className="px-3 py-3 font-semibold">
              Meeting location
            </th>
            <th scope="col" className="w-32 px-3 py-3 text-right font-semibold xl:w-36">
              Price
            </th>
            <th scope="col" className="w-36 px-5 py-3 text-right font-semibold">
              Payment
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {orders.map(order => (
            <tr key={order.id}>
              <td className="px-5 py-3.5">
                <div className="flex items-center gap-4">
                  <Picture image={order.image} alt="" sizes="4rem" className="size-16 shrink-0 rounded-xl" />
                  <div className="min-w-0">
                    <p className="font-semibold wrap-anywhere">{order.productName}</p>
                    <OrderTime order={order} />
                  </div>
                </div>
              </td>
              <td className="px-3 py-3.5 wrap-anywhere text-muted">{order.meetingPlace}</td>
              <td className="px-3 py-3.5 text-right font-bold whitespace-nowrap tabular-nums xl:text-lg">
                {formatCents(order.priceCents)}
              </td>
              <td className="px-5 py-3.5 text-right">
                <OrderStanding order={order} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function OrderCards({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {orders.map(order => (
        <li key={order.id} className="flex flex-col rounded-card border border-line bg-surface p-4 shadow-card">
          <div className="mb-3 flex gap-4">
            <Picture image={order.image} alt="" sizes="5rem" className="size-20 shrink-0 rounded-xl" />
            <div className="min-w-0">
              <h2 className="line-clamp-3 font-semibold tracking-normal wrap-anywhere">{order.productName}</h2>
              <OrderTime order={order} />
              <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
                <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                <span className="min-w-0 wrap-anywhere">{order.meetingPlace}</span>
              </p>
            </div>
          </div>
          <div className="mt-auto flex min-h-14 items-center justify-between gap-3 border-t border-line pt-3">
            <span className="text-xl font-extrabold tabular-nums">{formatCents(order.priceCents)}</span>
            <OrderStanding order={order} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function OrderTime({ order }: { order: Order }) {
  return (
    <p className="text-sm text-muted">
      {isPayable(order) ? (
        <>Held for you until {until.format(new Date(order.reservedUntil))}</>
      ) : (
        <>
          Booked <Moment at={order.placedAt} />
        </>
      )}
    </p>
  )
}
