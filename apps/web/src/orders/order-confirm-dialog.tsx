import { useState } from 'react'
import toast from 'react-hot-toast'
import { isTransient, messageOf } from '#api-client/errors.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

interface OrderConfirmDialogProps {
  title: string
  text: string
  confirmLabel: string
  cancelLabel: string
  variant?: 'final' | 'primary'
  /** Said when it is done. */
  done: string
  act: () => Promise<unknown>
  onClose: () => void
}

/** Asks before an act on an order, does it, and says what came of it. Without an answer it stays, to be tried again. */
export default function OrderConfirmDialog({ done, act, onClose, ...dialog }: OrderConfirmDialogProps) {
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      await act()
      toast.success(done)
    } catch (error) {
      toast.error(messageOf(error))
      if (isTransient(error)) return setBusy(false)
    }
    onClose()
  }

  return <ConfirmDialog open {...dialog} busy={busy} onCancel={onClose} onConfirm={() => void confirm()} />
}
