import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'

/** Moves a category's phones, a thousand a call, and retires it. */
export function useRetirement({ id: categoryId, name }: ManagedCategory) {
  const moveCall = useMutation(useTRPC().catalog.movePosts.mutationOptions())
  const retireCall = useMutation(useTRPC().catalog.retire.mutationOptions())
  const [busy, setBusy] = useState(false)
  const [percent, setPercent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()

  async function moveAll(toCategoryId: string) {
    setPercent(0)
    let total = 0
    for (;;) {
      const { moved, left } = await moveCall.mutateAsync({ categoryId, toCategoryId })
      total += moved
      setPercent(Math.round((100 * total) / Math.max(total + left, 1)))
      if (left === 0) return
    }
  }

  /** Resolves to whether it is retired; `error` says why not. */
  async function retire(toCategoryId: string | undefined): Promise<boolean> {
    setBusy(true)
    setRefusal(undefined)
    try {
      if (toCategoryId !== undefined) await moveAll(toCategoryId)
      await retireCall.mutateAsync({ categoryId })
      toast.success(`${name} is retired`)
      return true
    } catch (error) {
      setRefusal(messageOf(error))
      return false
    } finally {
      setPercent(undefined)
      setBusy(false)
    }
  }

  return { retire, busy, percent, refusal }
}
