import { zodResolver } from '@hookform/resolvers/zod'
import { EditListingForm, type EditListingInput } from '@second-ring/contracts/listings/change-listing'
import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError, nothingLost } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { PictureField } from './picture-field.tsx'
import { PictureFile } from './picture-file.ts'
import { PictureNotSent, type Upload, usePictureUpload } from './use-picture-upload.ts'
import { useSending } from './use-sending.ts'

const EditSchema = z.extend(EditListingForm, { image: z.optional(PictureFile) })
type Filled = z.output<typeof EditSchema>

interface EditListingDialogProps {
  listing: OwnListing
  upload: Upload
  edit: (changes: EditListingInput) => Promise<unknown>
  onClose: () => void
}

/** Changes price, description and, if one is chosen, the picture of a phone. Keeps all input on failure. */
export default function EditListingDialog({ listing, upload, edit, onClose }: EditListingDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const { progress, addressOf } = usePictureUpload(upload)
  const { isSending, send } = useSending()
  const { register, control, handleSubmit, setError, formState } = useForm<z.input<typeof EditSchema>, unknown, Filled>(
    {
      resolver: zodResolver(EditSchema),
      defaultValues: { resalePrice: dollarsText(listing.resalePriceCents), description: listing.description },
    },
  )
  const { errors, isSubmitting } = formState

  async function save({ resalePrice, description, image }: Filled) {
    setRefusal(undefined)
    try {
      await send(async signal => {
        const images = image && { images: [await addressOf(image, signal)] }
        await edit({ listingId: listing.id, description, resalePriceCents: resalePrice, ...images })
      })
    } catch (error) {
      if (!(error instanceof PictureNotSent)) return setRefusal(messageOf(error))
      return setError('image', { message: nothingLost(error.message) }, { shouldFocus: true })
    }
    toast.success(`${listing.productName} updated successfully`)
    onClose()
  }

  return (
    <Dialog open onClose={() => !isSubmitting && onClose()} title={`Edit ${listing.productName}`}>
      <form noValidate onSubmit={event => void handleSubmit(save)(event)} className="grid grid-cols-1 gap-4">
        <fieldset disabled={isSending} className="contents">
          <TextField
            label="Resale price"
            prefix="$"
            inputMode="decimal"
            error={errors.resalePrice?.message}
            {...register('resalePrice')}
          />
          <TextAreaField label="Description" error={errors.description?.message} {...register('description')} />
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <PictureField
                file={field.value}
                current={listing.image.url}
                error={errors.image?.message}
                inputRef={field.ref}
                onBlur={field.onBlur}
                onChange={field.onChange}
              />
            )}
          />
        </fieldset>
        {progress !== undefined && <ProgressBar label="Sending the picture" percent={progress} />}
        <FormError refusal={refusal} />
        <Button type="submit" busy={isSubmitting}>
          Save changes
        </Button>
      </form>
    </Dialog>
  )
}

/** Cents as a person would type them: `19999` is `199.99`, `20000` is `200`. */
function dollarsText(cents: number): string {
  return (cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)
}
