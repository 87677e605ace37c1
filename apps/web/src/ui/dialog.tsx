import { cx } from 'class-variance-authority'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

// On one level with the panels, in the order of their opening: the second dialog dims the first.
export const overlayClass = 'fixed inset-0 z-50 animate-fade bg-scrim'
/** A sheet from the bottom on a phone, a centred panel elsewhere. */
export const panelClass = cx(
  'fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto overscroll-contain rounded-t-3xl bg-surface p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]',
  'shadow-sheet animate-rise sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(30rem,calc(100vw-2rem))] sm:-translate-1/2 sm:rounded-3xl sm:p-7',
)

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Gives the first field the focus in place of the cross. */
  focusesField?: boolean
  children: ReactNode
}

/** A dialog that keeps the focus, and closes by its cross, Escape or a press outside. */
export function Dialog({ open, onClose, title, description, focusesField = false, children }: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()

  function placeFocus(event: Event) {
    onOpenAutoFocus()
    const { target } = event
    const field =
      focusesField && target instanceof Element && target.querySelector<HTMLElement>('input, select, textarea')
    if (!field) return
    event.preventDefault()
    field.focus()
  }

  return (
    <Radix.Root open={open} onOpenChange={next => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={panelClass}
          onOpenAutoFocus={placeFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <div className="mb-5 flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close
              aria-label="Close"
              className="-mt-1.5 -mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            >
              <X aria-hidden="true" className="size-5" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
