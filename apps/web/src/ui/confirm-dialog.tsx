import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { overlayClass, panelClass } from './dialog-classes.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  text: ReactNode
  confirmLabel: string
  /** The safe answer. */
  cancelLabel?: string
  /** `primary` for what takes nothing from anyone. */
  variant?: 'final' | 'primary'
  busy?: boolean
  /** Whether it cannot be confirmed yet. */
  disabled?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** What stands above the answers. */
  children?: ReactNode
}

/** Asks before something that cannot be undone. The safe answer has the focus; while busy it stays. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel = 'Cancel',
  variant = 'final',
  busy = false,
  disabled = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={next => !next && !busy && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content className={panelClass} {...returnFocus}>
          <AlertDialog.Title className="text-xl font-bold wrap-anywhere">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted">{text}</AlertDialog.Description>
          {children}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Cancel asChild>
              <Button variant="secondary" aria-disabled={busy || undefined}>
                {cancelLabel}
              </Button>
            </AlertDialog.Cancel>
            <Button variant={variant} busy={busy} disabled={disabled} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
