import { zodResolver } from '@hookform/resolvers/zod'
import { CategoryName, type ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { PictureField } from '#listings/picture-field.tsx'
import { PictureFile } from '#listings/picture-file.ts'
import { PictureNotSent, type Upload, usePictureUpload } from '#listings/use-picture-upload.ts'
import { useSending } from '#listings/use-sending.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError, nothingLost } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextField } from '#ui/text-field.tsx'

const NewCategory = z.object({ name: CategoryName, image: PictureFile })
const ChangedCategory = z.object({ name: CategoryName, image: z.optional(PictureFile) })
type Filled = z.output<typeof ChangedCategory>

interface CategoryDialogProps {
  /** The one to change; a new one without it. */
  category: ManagedCategory | undefined
  upload: Upload
  /** Saves what was filled in; `image` is the address of an uploaded picture. */
  save: (filled: { name: string; image: string | undefined }) => Promise<unknown>
  onClose: () => void
}

/** Opens a category, or changes its name and picture. Keeps all input on failure. */
export default function CategoryDialog({ category, upload, save, onClose }: CategoryDialogProps) {
  const [refusal, setRefusal] = useState<string>()
  const { progress, addressOf } = usePictureUpload(upload)
  const { isSending, send } = useSending()
  const { register, control, handleSubmit, setError, formState } = useForm<
    z.input<typeof ChangedCategory>,
    unknown,
    Filled
  >({
    resolver: zodResolver(category ? ChangedCategory : NewCategory),
    defaultValues: { name: category?.name ?? '' },
  })
  const { errors, isSubmitting } = formState

  async function submit({ name, image }: Filled) {
    setRefusal(undefined)
    try {
      await send(async signal => save({ name, image: image && (await addressOf(image, signal)) }))
    } catch (error) {
      if (error instanceof PictureNotSent)
        return setError('image', { message: nothingLost(error.message) }, { shouldFocus: true })
      if (domainCode(error) !== 'CONFLICT') return setRefusal(messageOf(error))
      return setError('name', { message: messageOf(error) }, { shouldFocus: true })
    }
    onClose()
  }

  const title = category ? `Edit ${category.name}` : 'New category'
  return (
    <Dialog open onClose={() => !isSubmitting && onClose()} title={title}>
      <form noValidate onSubmit={event => void handleSubmit(submit)(event)} className="grid grid-cols-1 gap-4">
        <fieldset disabled={isSending} className="contents">
          <TextField label="Name" autoComplete="off" error={errors.name?.message} {...register('name')} />
          <Controller
            control={control}
            name="image"
            render={({ field }) => (
              <PictureField
                file={field.value}
                {...(category && { current: category.image.url })}
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
          {category ? 'Save changes' : 'Create category'}
        </Button>
      </form>
    </Dialog>
  )
}
