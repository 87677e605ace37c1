import type { Account } from '@second-ring/contracts/accounts/account'
import type { ListingCard, ListingState } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { BookingForm, type PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mayBeDone, messageOf, newPriceOf } from '#api-client/errors.ts'
import { withWayToProve } from '#api-client/limit-error.tsx'
import { useTRPC } from '#api-client/trpc.ts'
import { listingQuery } from '#listings/listing-queries.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

interface BookingDialogProps {
  listing: Pick<ListingCard, 'id' | 'productName' | 'state' | 'resalePriceCents'>
  buyer: Pick<Account, 'name' | 'email' | 'emailVerified'>
  /** What was typed when the form was closed before. */
  draft?: BookingForm | undefined
  placeOrder: (order: PlaceOrderInput) => Promise<unknown>
  onBooked: () => void
  /** Without a booking; told what was typed, so that it is not lost. */
  onClose: (draft: BookingForm) => void
}

const turns: Record<ListingState, string> = {
  AVAILABLE: '',
  RESERVED: 'Someone else has just booked this phone.',
  SOLD: 'This phone is no longer for sale.',
  REMOVED: 'This phone is no longer for sale.',
}

/**
 * Books a phone at the price that it shows. It closes on success and on error alike, and a toast says which; rejected
 * because of the price, it shows the new one and may be sent again. When the phone turns meanwhile it says
 * so; who books all the same is rejected by the server, and offered to wait.
 */
export function BookingDialog({ listing, buyer, draft, placeOrder, onBooked, onClose }: BookingDialogProps) {
  const form = useSentForm({
    schema: BookingForm,
    defaultValues: draft ?? { phone: '', meetingPlace: '' },
    send: book,
  })
  const close = (): void => onClose(form.getValues())
  const { data, isSuccess, isFetchedAfterMount } = useQuery(listingQuery(useTRPC(), listing.id))
  // What was cached before is older than the card.
  const now = isSuccess && isFetchedAfterMount ? data : listing
  // One's own booking turns it too. What is offered to one person alone is reserved from the beginning.
  const isGone = !form.busy && now.state !== listing.state && now.state !== 'AVAILABLE'
  // An error may know of a price before the stream does; what the stream tells later is newer.
  const [refused, setRefused] = useState<{ priceCents: number; over: number }>()
  const priceCents = refused?.over === now.resalePriceCents ? refused.priceCents : now.resalePriceCents
  const price = formatCents(priceCents)

  async function book(filled: BookingForm): Promise<void> {
    try {
      await placeOrder({ ...filled, listingId: listing.id, expectedPriceCents: priceCents })
    } catch (error) {
      const newPrice = newPriceOf(error)
      if (newPrice !== undefined) return setRefused({ priceCents: newPrice, over: now.resalePriceCents })
      toast.error(
        mayBeDone(error) ? `${messageOf(error)} My orders shows whether it is booked.` : withWayToProve(error, buyer),
      )
      return close()
    }
    toast.success('The Item Is Booked!')
    onBooked()
  }

  return (
    <Dialog
      open
      onClose={() => !form.busy && close()}
      keepsText
      title={`Book ${listing.productName}`}
      description="We hold it for you. Pay by card under My orders, then meet the seller."
    >
      <Form form={form} action="Book now">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Your name" value={buyer.name} disabled readOnly />
          <TextField label="Price" value={price} disabled readOnly />
        </div>
        <TextField label="Email" value={buyer.email} disabled readOnly />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="The seller of this phone sees it, and Second Ring’s admins."
          {...form.field('phone')}
        />
        <TextField
          label="Meeting location"
          hint="A public place is best, such as a café."
          {...form.field('meetingPlace')}
        />
        <p role="status" className="text-sm font-semibold text-warm-ink empty:-mt-4">
          {isGone ? turns[now.state] : priceCents !== listing.resalePriceCents && `The price is ${price} now.`}
        </p>
      </Form>
    </Dialog>
  )
}
