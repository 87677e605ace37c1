import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'

interface DialogButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  dialog: (close: () => void) => ReactNode
  /** Whether it is open from the beginning. */
  opensAtOnce?: boolean
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, opensAtOnce = false, ...button }: DialogButtonProps) {
  const [isOpen, setIsOpen] = useState(opensAtOnce)
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setIsOpen(true)} />
      {isOpen && dialog(() => setIsOpen(false))}
    </>
  )
}
