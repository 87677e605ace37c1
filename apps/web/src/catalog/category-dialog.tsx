import { CategoryName, type ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { domainCode, messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { PictureInput } from '#listings/picture-field.tsx'
import { PictureFile, usePictureSending } from '#listings/use-picture-sending.ts'
import { useUploadToHost } from '#listings/use-upload-to-host.ts'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

const ChangedCategory = z.object({ name: CategoryName, image: z.optional(PictureFile) })
const NewCategory = z.extend(ChangedCategory, {
  image: z.optional(PictureFile).check(z.refine(image => image !== undefined, 'A picture is required')),
})

interface CategoryDialogProps {
  /** The one to change; a new one without it. */
  category: ManagedCategory | undefined
  onClose: () => void
}

/** Opens a category, or changes its name and picture. Keeps all input on failure. */
export default function CategoryDialog({ category, onClose }: CategoryDialogProps) {
  const save = useSaving(category)
  const { isSending, progress, send } = usePictureSending(useUploadToHost())
  const form = useSentForm({
    schema: category ? ChangedCategory : NewCategory,
    defaultValues: { name: category?.name ?? '' },
    send: async ({ name, image }, fields) => {
      try {
        const isDone = await send(fields, async addressOf => save(name, image && (await addressOf(image))))
        if (!isDone) return
      } catch (error) {
        if (domainCode(error) !== 'CONFLICT') throw error
        return fields.setError('name', { message: messageOf(error) }, { shouldFocus: true })
      }
      toast.success(category ? `${name} is saved` : `${name} is open`)
      onClose()
    },
  })
  return (
    <FormDialog
      title={category ? `Edit ${category.name}` : 'New category'}
      action={category ? 'Save changes' : 'Create category'}
      form={form}
      onClose={onClose}
    >
      <fieldset disabled={isSending} className="contents">
        <TextField label="Name" autoComplete="off" {...form.field('name')} />
        <PictureInput control={form.control} name="image" current={category?.image.url} />
      </fieldset>
      {progress !== undefined && <ProgressBar label="Sending the picture" percent={progress} />}
    </FormDialog>
  )
}

/** Saves a new category, or what is changed of one. A second try has no second effect. */
function useSaving(category: ManagedCategory | undefined) {
  const { catalog } = useTRPC()
  const create = useMutation(catalog.create.mutationOptions())
  const rename = useMutation(catalog.rename.mutationOptions())
  const changePicture = useMutation(catalog.changePicture.mutationOptions())

  return async (name: string, image: string | undefined) => {
    if (category) {
      const { id: categoryId } = category
      if (name !== category.name) await rename.mutateAsync({ categoryId, name })
      if (image !== undefined) await changePicture.mutateAsync({ categoryId, image })
    } else if (image !== undefined) await create.mutateAsync({ name, image })
  }
}
