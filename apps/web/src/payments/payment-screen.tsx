import { formatCents } from '@second-ring/contracts/money'
import { isPaid, type Order } from '@second-ring/contracts/orders/order'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { domainCode } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { forgetCharge, rememberCharge, useChargeOf } from '#orders/charged-orders.ts'
import { orderToPayQuery } from '#orders/order-queries.ts'
import { isPayable, OrderStatusLine } from '#orders/order-status-line.tsx'
import { ProtectionNote } from '#orders/protection-note.tsx'
import { usePayment } from '#payments/use-payment.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const PaymentPanel = lazyPart(() => import('#payments/payment-panel.tsx'), <Skeleton className="h-40" />)

export function PaymentScreen({ orderId }: { orderId: string }) {
  const { data: order } = useSuspenseQuery(orderToPayQuery(useTRPC(), orderId))
  // Once paying has begun here its outcome stays on the screen, whatever the order becomes meanwhile.
  const [paying] = useState(isPayable(order))
  const charge = useChargeOf(order.id)
  // It stays on the screen when it is recorded, and forgotten.
  const [charged, setCharged] = useState(charge)
  if (charge && !charged) setCharged(charge)
  const isOwed = isPayable(order) && !charged
  function takeCharge(transactionId: string) {
    rememberCharge(order.id, transactionId)
    setCharged(transactionId)
  }
  return (
    <div className="max-w-xl">
      <PageTitle>Make payment for {order.productName}</PageTitle>
      {isOwed && <p className="mt-2 text-lg text-muted">Please pay {formatCents(order.priceCents)} to purchase.</p>}
      <div className="mt-6 grid grid-cols-1 gap-6 rounded-3xl border border-line bg-surface p-5 shadow-card sm:p-7">
        <div className="border-b border-line pb-5">
          <div className="flex items-center gap-4">
            <Picture image={order.image} alt="" sizes="5rem" eager className="size-20 shrink-0 rounded-xl" />
            <div className="min-w-0">
              <p className="line-clamp-3 font-semibold wrap-anywhere">{order.productName}</p>
              <p className="text-sm wrap-anywhere text-muted">Collect at {order.meetingPlace}</p>
            </div>
          </div>
          <p className="mt-4 flex items-baseline justify-between gap-4">
            <span className="text-muted">Total</span>
            <span className="text-2xl font-extrabold tracking-tight tabular-nums">{formatCents(order.priceCents)}</span>
          </p>
        </div>
        {isOwed && <ProtectionNote />}
        {paying ? <Payment order={order} charged={charged} onCharged={takeCharge} /> : <Settled order={order} />}
      </div>
    </div>
  )
}

interface PaymentProps {
  order: Order
  /** The transaction of a charge that was made, here or before. */
  charged: string | undefined
  onCharged: (transactionId: string) => void
}

function Payment({ order, charged, onCharged }: PaymentProps) {
  const payment = usePayment({ orderId: order.id, isCharged: Boolean(charged) })
  const record = async (transactionId: string) => {
    try {
      await payment.record(transactionId)
    } catch (error) {
      if (domainCode(error) === 'PAYMENT_REFUNDED') forgetCharge(order.id)
      throw error
    }
    forgetCharge(order.id)
  }
  if (payment.closed) return <Closed reason={payment.problem} />
  return (
    <>
      <PaymentPanel
        amount={formatCents(order.priceCents)}
        buyer={{ name: order.buyerName, email: order.buyerEmail }}
        stripe={payment.stripe}
        clientSecret={payment.clientSecret}
        record={record}
        charged={charged}
        onCharged={onCharged}
        isRecorded={isPaid(order.state)}
        next={<ToMyOrders />}
      />
      {payment.problem && (
        <div>
          <FieldError message={payment.problem} />
          <Button variant="secondary" size="small" className="mt-3" onClick={payment.retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  )
}

function Closed({ reason }: { reason: string | undefined }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  // What is cached of the orders is out of date.
  useEffect(() => void queryClient.invalidateQueries(trpc.orders.pathFilter()), [queryClient, trpc])
  return (
    <div className="grid gap-5">
      <p role="status" className="font-medium">
        {reason}
      </p>
      <ToMyOrders />
    </div>
  )
}

function Settled({ order }: { order: Order }) {
  return (
    <div className="grid gap-5">
      <div className="flex items-center gap-3">
        <OrderStatusLine order={order} />
        <span className="text-muted">There is nothing left to pay for this order.</span>
      </div>
      <ToMyOrders />
    </div>
  )
}

function ToMyOrders() {
  return (
    <Link to="/dashboard/myOrders" className={buttonClass({ variant: 'secondary' })}>
      See my orders
    </Link>
  )
}
