import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { termsClass } from '#ui/terms-class.ts'
import { TickedName } from '#ui/ticked-name.tsx'

const term = 'text-muted'
const link = 'font-semibold text-accent-ink underline underline-offset-3'

/** The two sides of an order, and how the seller reaches the buyer. */
export function OrderParties({ order }: { order: OrderDetails }) {
  const { buyer, seller, contact, viewer } = order
  const whose = viewer === 'buyer' ? 'Your' : 'Buyer’s'
  const you = (party: string) => (party === viewer ? ' (you)' : '')
  return (
    <Panel title="Who">
      <dl className={termsClass}>
        <dt className={term}>Seller</dt>
        <dd className="wrap-anywhere">
          <TickedName name={shownName(seller.name)} tick={seller.verified ? 'Verified seller' : undefined} />
          {you('seller')}
        </dd>
        <dt className={term}>Buyer</dt>
        <dd className="wrap-anywhere">
          {shownName(buyer.name)}
          {you('buyer')}
        </dd>
        {contact?.phone && (
          <>
            <dt className={term}>{whose} phone</dt>
            <dd>
              <a href={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`} className={link}>
                {contact.phone}
              </a>
            </dd>
          </>
        )}
        {contact?.email && (
          <>
            <dt className={term}>{whose} email</dt>
            <dd className="wrap-anywhere">
              <a href={`mailto:${contact.email}`} className={link}>
                {contact.email}
              </a>
            </dd>
          </>
        )}
      </dl>
      {contact && viewer === 'buyer' && (
        <p className="mt-3 text-sm text-muted print:hidden">The seller sees your phone and email, to reach you.</p>
      )}
    </Panel>
  )
}
