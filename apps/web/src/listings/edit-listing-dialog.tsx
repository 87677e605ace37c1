import { zodResolver } from '@hookform/resolvers/zod'
import { EditListingForm, type EditListingInput } from '@second-ring/contracts/listings/change-listing'
import type { OwnListing } from '@second-ring/contracts/listings/listing'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import * as z from 'zod/mini'
import { messageOf } from '../app/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormError, nothingLost } from '../ui/field.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { TextAreaField, TextField } from '../ui/text-field.tsx'
import { PictureField } from './picture-field.tsx'
import { PictureFile } from './picture-file.ts'
import { type Upload, usePictureUpload } from './use-picture-upload.ts'

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
  const { register, control, handleSubmit, setError, formState } = useForm<z.input<typeof EditSchema>, unknown, Filled>(
    {
      resolver: zodResolver(EditSchema),
      defaultValues: { resalePrice: dollarsText(listing.resalePriceCents), description: listing.description },
    },
  )
  const { errors, isSubmitting } = formState

  /** The address of the picture; none when it was rejected, which its field then says. */
  async function send(file: File): Promise<string | undefined> {
    try {
      return await addressOf(file)
    } catch (error) {
      setError('image', { message: nothingLost(messageOf(error)) }, { shouldFocus: true })
      return undefined
    }
  }

  async function save({ resalePrice, description, image }: Filled) {
    setRefusal(undefined)
    const address = image && (await send(image))
    if (image && !address) return
    try {
      const images = address && { images: [address] }
      await edit({ listingId: listing.id, description, resalePriceCents: resalePrice, ...images })
    } catch (error) {
      return setRefusal(messageOf(error))
    }
    toast.success(`${listing.productName} updated successfully`)
    onClose()
  }

  return (
    <Dialog open onClose={() => !isSubmitting && onClose()} title={`Edit ${listing.productName}`}>
      <form noValidate onSubmit={event => void handleSubmit(save)(event)} className="grid grid-cols-1 gap-4">
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
