import { EditListingForm, type EditListingInput } from '@second-ring/contracts/listings/change-listing'
import type { OwnListing } from '@second-ring/contracts/listings/listing'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { TypedSale } from '#fees/fee-quote.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { PictureInput } from './picture-field.tsx'
import { PictureFile, usePictureSending } from './use-picture-sending.ts'
import type { Upload } from './use-upload-to-host.ts'

const EditSchema = z.extend(EditListingForm, { image: z.optional(PictureFile) })

interface EditListingDialogProps {
  listing: OwnListing
  upload: Upload
  /** Shows what the platform keeps of the price. */
  renderFee?: ((sale: TypedSale) => ReactNode) | undefined
  edit: (changes: EditListingInput) => Promise<unknown>
  onClose: () => void
}

/** Changes price, description and, if one is chosen, the picture of a phone. Keeps all input on failure. */
export default function EditListingDialog({ listing, upload, renderFee, edit, onClose }: EditListingDialogProps) {
  const { isSending, progress, send } = usePictureSending(upload)
  const form = useSentForm({
    schema: EditSchema,
    defaultValues: { resalePrice: dollarsText(listing.resalePriceCents), description: listing.description },
    send: async ({ resalePrice, description, image }, fields) => {
      const isDone = await send(fields, async addressOf => {
        const images = image && { images: [await addressOf(image)] }
        await edit({ listingId: listing.id, description, resalePriceCents: resalePrice, ...images })
      })
      if (!isDone) return
      toast.success(`${listing.productName} updated successfully`)
      onClose()
    },
  })
  const { control } = form
  const { data: priceCents } = EditListingForm.shape.resalePrice.safeParse(useWatch({ control, name: 'resalePrice' }))
  return (
    <FormDialog title={`Edit ${listing.productName}`} action="Save changes" form={form} onClose={onClose}>
      <fieldset disabled={isSending} className="contents">
        <TextField label="Resale price" prefix="$" inputMode="decimal" {...form.field('resalePrice')} />
        {renderFee?.({ categoryId: listing.categoryId, priceCents })}
        <TextAreaField label="Description" {...form.field('description')} />
        <PictureInput control={control} name="image" current={listing.image.url} />
      </fieldset>
      {progress !== undefined && <ProgressBar label="Sending the picture" percent={progress} />}
    </FormDialog>
  )
}

/** Cents as a person would type them: `19999` is `199.99`, `20000` is `200`. */
function dollarsText(cents: number): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
}
