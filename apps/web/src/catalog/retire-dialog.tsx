import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { toast } from '#ui/toast.ts'
import { liveText } from './live-text.ts'

interface RetireDialogProps {
  /** As the server has last counted it. */
  category: ManagedCategory
  /** The open ones, itself among them. */
  categories: readonly ManagedCategory[]
  onClose: () => void
}

/** Says what retiring a category does, moves its phones to another one when it has some, and retires it. */
export default function RetireDialog({ category, categories, onClose }: RetireDialogProps) {
  const { id: categoryId, name, livePosts } = category
  const { catalog } = useTRPC()
  const moveCall = useMutation(catalog.movePosts.mutationOptions())
  const retireCall = useMutation(catalog.retire.mutationOptions())
  const others = categories.filter(({ id }) => id !== categoryId)
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const [percent, setPercent] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const hasPhones = livePosts > 0 || percent !== undefined

  /** Moves all phones, a thousand a call. */
  async function moveAll() {
    setPercent(0)
    for (let total = 0; ; ) {
      const { moved, left } = await moveCall.mutateAsync({ categoryId, toCategoryId: chosen })
      total += moved
      setPercent(Math.round((100 * total) / Math.max(total + left, 1)))
      if (left === 0) return
    }
  }

  async function confirm() {
    setMissing(hasPhones && chosen === '')
    if (hasPhones && chosen === '') return
    setBusy(true)
    setRefusal(undefined)
    try {
      if (hasPhones) await moveAll()
      await retireCall.mutateAsync({ categoryId })
      toast.success(`${name} is retired`)
      onClose()
    } catch (error) {
      setRefusal(messageOf(error))
    }
    setPercent(undefined)
    setBusy(false)
  }

  return (
    <ConfirmDialog
      open
      title={`Retire ${name}?`}
      text="Nobody sees it any more, on Home or when they post a phone. What was sold in it stays, and you can bring it back."
      confirmLabel={hasPhones ? 'Move and retire' : 'Retire'}
      busy={busy}
      disabled={hasPhones && others.length === 0}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {hasPhones && (
        <div className="mt-4 grid gap-4">
          <p className="font-semibold">{liveText(livePosts)}: they move to another category first.</p>
          {others.length > 0 ? (
            <SelectField
              label="Move them to"
              placeholder="Choose a category"
              options={others.map(({ id, name: label }) => ({ value: id, label }))}
              value={chosen}
              disabled={busy}
              error={missing && chosen === '' ? 'Choose a category' : undefined}
              onChange={event => setChosen(event.target.value)}
            />
          ) : (
            <p>There is no other category yet. Create one, then come back.</p>
          )}
          {percent !== undefined && <ProgressBar label="Moving the phones" percent={percent} />}
        </div>
      )}
      <div className="mt-4 empty:mt-0">
        <FieldError message={refusal} />
      </div>
    </ConfirmDialog>
  )
}
