import { zodResolver } from '@hookform/resolvers/zod'
import type { Account } from '@second-ring/contracts/accounts/account'
import type { ListingCard } from '@second-ring/contracts/listings/listing'
import { formatCents } from '@second-ring/contracts/money'
import { BookingForm, type PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '../app/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

interface BookingDialogProps {
  listing: Pick<ListingCard, 'id' | 'productName' | 'resalePriceCents'>
  buyer: Pick<Account, 'name' | 'email'>
  /** What was typed when the form was closed before. */
  draft?: BookingForm | undefined
  placeOrder: (order: PlaceOrderInput) => Promise<unknown>
  onBooked: () => void
  /** Without a booking; told what was typed, so that it is not lost. */
  onClose: (draft: BookingForm) => void
}

/** Books a phone. It closes on success and on refusal alike, and a toast says which. */
export default function BookingDialog({ listing, buyer, draft, placeOrder, onBooked, onClose }: BookingDialogProps) {
  const { register, handleSubmit, getValues, formState } = useForm({
    resolver: zodResolver(BookingForm),
    defaultValues: draft ?? { phone: '', meetingPlace: '' },
  })
  const { errors, isSubmitting } = formState

  async function book(form: BookingForm) {
    try {
      await placeOrder({ ...form, listingId: listing.id })
    } catch (error) {
      toast.error(messageOf(error))
      return onClose(getValues())
    }
    toast.success('The Item Is Booked!')
    onBooked()
  }

  return (
    <Dialog
      open
      onClose={() => !isSubmitting && onClose(getValues())}
      title={`Book ${listing.productName}`}
      description="We hold it for you. Pay by card under My orders, then meet the seller."
    >
      <form noValidate onSubmit={event => void handleSubmit(book)(event)} className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField label="Your name" value={buyer.name} disabled readOnly />
          <TextField label="Price" value={formatCents(listing.resalePriceCents)} disabled readOnly />
        </div>
        <TextField label="Email" value={buyer.email} disabled readOnly />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Only the seller of this phone sees it."
          error={errors.phone?.message}
          {...register('phone')}
        />
        <TextField
          label="Meeting location"
          hint="A public place is best, such as a café."
          error={errors.meetingPlace?.message}
          {...register('meetingPlace')}
        />
        <Button type="submit" busy={isSubmitting} className="mt-1">
          Book now
        </Button>
      </form>
    </Dialog>
  )
}
