import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { overlayClass, panelClass } from './dialog-classes.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { type TypedText, TypedTextContext } from './typed-text.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /** Gives the first field the focus in place of the cross. */
  focusesField?: boolean
  /** Whether what is typed in it is there again when it is opened again, so that it closes unasked. */
  keepsText?: boolean
  children: ReactNode
}

/** A dialog that keeps the focus, and closes by its cross, Escape or a press outside. Asks before what was typed in it is lost. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, focusesField = false, keepsText = false, children } = props
  const [typed, setTyped] = useState<TypedText>()
  const [isAsking, setIsAsking] = useState(false)
  const focused = useRef<HTMLElement>(null)
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

  function close() {
    if (!typed || keepsText) return onClose()
    // A press outside took the focus: who goes on writing gets it back.
    if (document.activeElement === document.body) focused.current?.focus()
    setIsAsking(true)
  }

  function discard() {
    setIsAsking(false)
    typed?.draft?.clear()
    onClose()
  }

  return (
    <Radix.Root open={open} onOpenChange={next => !next && close()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          className={panelClass}
          onOpenAutoFocus={placeFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          onFocus={({ target }) => {
            focused.current = target
          }}
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
          <TypedTextContext value={setTyped}>{children}</TypedTextContext>
        </Radix.Content>
      </Radix.Portal>
      {typed && <DiscardQuestion isAsking={isAsking} onStay={() => setIsAsking(false)} onDiscard={discard} />}
    </Radix.Root>
  )
}
