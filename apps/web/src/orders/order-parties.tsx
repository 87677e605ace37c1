import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { Term, Terms } from '#ui/terms.tsx'
import { TickedName } from '#ui/ticked-name.tsx'

const link = 'font-semibold text-accent-ink underline underline-offset-3'

/** The two sides of an order, and how the seller reaches the buyer. */
export function OrderParties({ order }: { order: OrderDetails }) {
  const { buyer, seller, contact, viewer } = order
  const whose = viewer === 'buyer' ? 'Your' : 'Buyer’s'
  const you = (party: string) => (party === viewer ? ' (you)' : '')
  return (
    <Panel title="Who">
      <Terms>
        <Term name="Seller">
          <TickedName name={shownName(seller.name)} tick={seller.verified ? 'Verified seller' : undefined} />
          {you('seller')}
        </Term>
        <Term name="Buyer">
          {shownName(buyer.name)}
          {you('buyer')}
        </Term>
        {contact?.phone && (
          <Term name={`${whose} phone`}>
            <a href={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`} className={link}>
              {contact.phone}
            </a>
          </Term>
        )}
        {contact?.email && (
          <Term name={`${whose} email`}>
            <a href={`mailto:${contact.email}`} className={link}>
              {contact.email}
            </a>
          </Term>
        )}
      </Terms>
      {contact && viewer === 'buyer' && (
        <p className="mt-3 text-sm text-muted print:hidden">The seller sees your phone and email, to reach you.</p>
      )}
    </Panel>
  )
}
