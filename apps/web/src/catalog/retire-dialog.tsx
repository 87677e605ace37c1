import type { ManagedCategory } from '@second-ring/contracts/catalog/manage-categories'
import { AlertDialog } from 'radix-ui'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { overlayClass, panelClass } from '#ui/dialog.tsx'
import { FieldError } from '#ui/field.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useReturnFocus } from '#ui/use-return-focus.ts'
import { liveText } from './live-text.ts'
import { useRetirement } from './use-retirement.ts'

interface RetireDialogProps {
  /** As the server has last counted it. */
  category: ManagedCategory
  /** The open ones, itself among them. */
  categories: readonly ManagedCategory[]
  onClose: () => void
}

/** Says what retiring a category does, moves its phones to another one when it has some, and retires it. */
export default function RetireDialog({ category, categories, onClose }: RetireDialogProps) {
  const returnFocus = useReturnFocus()
  const others = categories.filter(({ id }) => id !== category.id)
  const [chosen, setChosen] = useState('')
  const [missing, setMissing] = useState(false)
  const { retire, busy, percent, refusal } = useRetirement(category)
  const hasPhones = category.livePosts > 0 || percent !== undefined

  async function confirm() {
    setMissing(hasPhones && chosen === '')
    if (hasPhones && chosen === '') return
    if (await retire(hasPhones ? chosen : undefined)) onClose()
  }

  return (
    <AlertDialog.Root open onOpenChange={open => !open && !busy && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={panelClass} {...returnFocus}>
          <AlertDialog.Title className="text-xl font-bold wrap-anywhere">Retire {category.name}?</AlertDialog.Title>
          <AlertDialog.Description className="mt-3 text-muted">
            Nobody sees it any more, on Home or when they post a phone. What was sold in it stays, and you can bring it
            back.
          </AlertDialog.Description>
          {hasPhones && (
            <div className="mt-4 grid gap-4">
              <p className="font-semibold">{liveText(category.livePosts)}: they move to another category first.</p>
              {others.length > 0 ? (
                <SelectField
                  label="Move them to"
                  placeholder="Choose a category"
                  options={others.map(({ id, name }) => ({ value: id, label: name }))}
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
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" disabled={busy}>
                Cancel
              </Button>
            </AlertDialog.Cancel>
            <Button
              variant="final"
              busy={busy}
              disabled={hasPhones && others.length === 0}
              onClick={() => void confirm()}
            >
              {hasPhones ? 'Move and retire' : 'Retire'}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
