import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { nothingElse } from '#testing/order.ts'
import { ownListing } from '#testing/own-listing.ts'
import { renderInRouter } from '#testing/render-in-router.tsx'
import { OwnListings } from './own-listings.tsx'

const booking: NonNullable<OwnListing['booking']> = {
  orderId: '0190a000-0000-7000-8000-000000000005',
  buyerName: 'Ben Ode',
  phone: '+1 (555) 010-0199',
  meetingPlace: 'Café Central',
  paid: false,
  handedOver: false,
  placedAt: '2026-01-06T12:00:00.000Z',
  stage: 'PLACED',
  dueAt: '2026-01-08T12:00:00.000Z',
  ...nothingElse,
  feeCents: 1250,
  feeTaxCents: 0,
}

const due = '2999-11-27T15:00:00.000Z'
const paid = { ...booking, paid: true, stage: 'PAID', dueAt: due } as const

async function open(listing: Partial<OwnListing>, isReadOnly = false) {
  const actions = {
    ...{ onAdvertise: vi.fn(), onStopAdvertising: vi.fn(), onEdit: vi.fn(), onRemove: vi.fn() },
    ...{ onHandOver: vi.fn(), onRefund: vi.fn() },
  }
  await renderInRouter(
    <OwnListings
      listings={[{ ...ownListing, ...listing }]}
      isReadOnly={isReadOnly}
      advertisingId={undefined}
      {...actions}
    />,
  )
  return actions
}

describe("a seller's own listings", () => {
  it('can be advertised, edited and deleted while nobody has booked them', async () => {
    const actions = await open({})
    await userEvent.click(screen.getByRole('button', { name: /^Advertise/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Edit/ }))
    await userEvent.click(screen.getByRole('button', { name: /^Delete/ }))
    for (const action of [actions.onAdvertise, actions.onEdit, actions.onRemove]) {
      expect(action).toHaveBeenCalledExactlyOnceWith(ownListing)
    }
    expect(screen.queryByText('Booked by')).toBeNull()
  })

  it.each(['AVAILABLE', 'RESERVED', 'SOLD'] as const)('lead to their pages: %s', async state => {
    await open({ state })
    const link = screen.getByRole('link', { name: ownListing.productName })
    expect(link).toHaveAttribute('href', `/listings/${ownListing.id}`)
  })

  it('lead nowhere while they are hidden', async () => {
    await open({}, true)
    expect(screen.getByText(ownListing.productName)).toBeVisible()
    expect(document.querySelector('a[href]')).toBeNull()
  })

  it('can be taken off Home when they are advertised', async () => {
    const { onAdvertise, onStopAdvertising } = await open({ advertisedAt: '2026-01-06T12:00:00.000Z' })
    expect(screen.getByText('Advertised')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Stop advertising/ }))
    expect(onStopAdvertising).toHaveBeenCalledOnce()
    expect(onAdvertise).not.toHaveBeenCalled()
  })

  it('say who booked them, how to reach them and where to meet, and offer nothing else', async () => {
    await open({ state: 'RESERVED', booking })
    expect(screen.getByText('Booked')).toBeVisible()
    expect(screen.getByText('Ben Ode')).toBeVisible()
    expect(screen.getByText('Café Central')).toBeVisible()
    expect(screen.getByText('Not paid yet')).toBeVisible()
    expect(screen.getByRole('link', { name: '+1 (555) 010-0199' })).toHaveAttribute('href', 'tel:+15550100199')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('say when the one who booked them was removed', async () => {
    await open({ state: 'SOLD', booking: { ...booking, buyerName: '', phone: '' } })
    expect(screen.getByText('Deleted user')).toBeVisible()
    expect(screen.queryByText('Phone')).toBeNull()
    expect(screen.queryByRole('link', { name: /555/ })).toBeNull()
  })

  it('say that they are paid', async () => {
    await open({ state: 'SOLD', booking: { ...booking, paid: true } })
    expect(screen.getByText('Paid, not handed over yet')).toBeVisible()
    expect(screen.queryByText('Sold')).toBeNull()
    expect(screen.getByText('Paid')).toBeVisible()
    expect(screen.queryByText('Not paid yet')).toBeNull()
  })

  it('can be handed over and refunded once they are paid', async () => {
    const listing: OwnListing = { ...ownListing, state: 'SOLD', booking: paid }
    const { onHandOver, onRefund } = await open(listing)
    await userEvent.click(screen.getByRole('button', { name: /^Enter the buyer’s code *of Pixel 8/ }))
    expect(onHandOver).toHaveBeenCalledExactlyOnceWith(listing)
    await userEvent.click(screen.getByRole('button', { name: /^Refund the buyer *of Pixel 8/ }))
    expect(onRefund).toHaveBeenCalledExactlyOnceWith(listing)
  })

  it.each(['PAID', 'NO_SHOW_OF_BUYER', 'HANDOVER_CLAIMED', 'HANDOVER_UNDECIDED'] as const)(
    'whose payment a bank disputes lead nobody to hand the phone over: %s',
    async stage => {
      await open({ state: 'SOLD', booking: { ...paid, stage, disputed: true, moneyHeld: true } })
      expect(screen.getByText('Disputed')).toBeVisible()
      expect(
        screen.getByText(
          'The buyer’s bank is looking into this payment. Do not hand the phone over before it has decided',
        ),
      ).toBeVisible()
      expect(screen.queryByText(/^Hand the phone over/)).toBeNull()
      expect(screen.queryByRole('button')).toBeNull()
      expect(screen.getByRole('link', { name: 'See the order' })).toBeVisible()
    },
  )

  it('of which a bank only asks can be refunded, and not handed over', async () => {
    const listing: OwnListing = { ...ownListing, state: 'SOLD', booking: { ...paid, disputed: true } }
    const { onRefund } = await open(listing)
    expect(screen.getByText(/Do not hand the phone over before it has decided$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Enter the buyer’s code/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /^Refund the buyer *of Pixel 8/ }))
    expect(onRefund).toHaveBeenCalledExactlyOnceWith(listing)
  })

  it('whose payment a bank disputes after the handover promise no money', async () => {
    const handedOver = {
      ...paid,
      handedOver: true,
      stage: 'HANDED_OVER',
      dueAt: due,
      disputed: true,
      moneyHeld: true,
    } as const
    await open({ state: 'SOLD', booking: handedOver })
    expect(
      screen.getByText('The buyer’s bank is looking into this payment. The money waits until it has decided'),
    ).toBeVisible()
    expect(screen.getByText(/^The buyer can report a problem until/)).toBeVisible()
    expect(screen.queryByText(/^Yours on/)).toBeNull()
  })

  it('say that the buyer’s code does not work any more, and ask for none', async () => {
    await open({ state: 'SOLD', booking: { ...paid, codeUsedUp: true } })
    expect(screen.getByText(/the buyer’s code does not work any more\. Ask them to make a new one$/)).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Enter the buyer’s code/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Refund the buyer/ })).toBeVisible()
  })

  it('say that their own code of a return does not work any more', async () => {
    const returning = { ...paid, handedOver: true, stage: 'RETURNING', dueAt: due, codeUsedUp: true } as const
    await open({ state: 'SOLD', booking: returning })
    expect(screen.getByText(/^The buyer has entered too many wrong codes, and yours/)).toBeVisible()
  })

  it('ask for no code while the buyer is asked whether they have the phone', async () => {
    await open({ state: 'SOLD', booking: { ...paid, stage: 'HANDOVER_CLAIMED' } })
    expect(screen.queryByRole('button', { name: /^Enter the buyer’s code/ })).toBeNull()
  })

  it.each<[string, Partial<NonNullable<OwnListing['booking']>>, RegExp]>([
    [
      'cancels',
      { cancellation: { by: 'buyer', dueAt: due } },
      /^The buyer proposes to cancel the sale\. Answer by Nov/,
    ],
    ['meets elsewhere', { meetingProposedBy: 'buyer' }, /^The buyer proposes another place or time to meet: accept/],
    [
      'missed them',
      { stage: 'NO_SHOW_OF_SELLER', dueAt: due },
      /^The buyer says that you did not come\. Answer by Nov/,
    ],
    [
      'reports a problem',
      { handedOver: true, stage: 'CLAIM_UNANSWERED', dueAt: due },
      /^The buyer has reported a problem\. Answer by Nov/,
    ],
  ])('say what waits for the seller: the buyer %s', async (_, change, words) => {
    await open({ state: 'SOLD', booking: { ...paid, ...change } })
    const line = (_text: string, element: Element | null) =>
      element?.tagName === 'P' && words.test(element.textContent ?? '')
    expect(screen.getByText(line)).toBeVisible()
    expect(screen.getByRole('link', { name: 'See the order' })).toHaveAttribute(
      'href',
      `/dashboard/orders/${paid.orderId}`,
    )
  })

  it('say that they are handed over, and offer nothing any more', async () => {
    await open({ state: 'SOLD', booking: { ...booking, paid: true, handedOver: true, stage: 'HANDED_OVER' } })
    expect(screen.getByText('Sold')).toBeVisible()
    expect(screen.getByText('Handed over')).toBeVisible()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
