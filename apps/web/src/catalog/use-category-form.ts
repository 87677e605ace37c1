import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'
import { useTRPC } from '#api-client/trpc.ts'

/** Saves the form of a new category, or what it changes of one. A second try has no second effect. */
export function useCategoryForm(category: ManagedCategory | undefined) {
  const create = useMutation(useTRPC().catalog.create.mutationOptions())
  const rename = useMutation(useTRPC().catalog.rename.mutationOptions())
  const changePicture = useMutation(useTRPC().catalog.changePicture.mutationOptions())

  return async ({ name, image }: { name: string; image: string | undefined }) => {
    if (category) {
      const { id: categoryId } = category
      if (name !== category.name) await rename.mutateAsync({ categoryId, name })
      if (image !== undefined) await changePicture.mutateAsync({ categoryId, image })
    } else if (image !== undefined) await create.mutateAsync({ name, image })
    toast.success(category ? `${name} is saved` : `${name} is open`)
  }
}
