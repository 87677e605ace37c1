import type { ComponentProps } from 'react'
import { isTransient } from '#api-client/errors.ts'
import { useAct } from './acts.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ActDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'busy' | 'onConfirm' | 'onCancel'> {
  /** Said when it is done. */
  done: string
  act: () => Promise<unknown>
  errorText?: (error: unknown) => string
  onClose: () => void
}

/** Asks before an act, does it, and says what came of it. Without an answer it stays, to be tried again. */
export default function ActDialog({ done, act, errorText, onClose, ...dialog }: ActDialogProps) {
  const { busy, run } = useAct(errorText)

  async function confirm() {
    const error = await run(act, done)
    if (!isTransient(error)) onClose()
  }

  return <ConfirmDialog open {...dialog} busy={busy} onCancel={onClose} onConfirm={() => void confirm()} />
}
