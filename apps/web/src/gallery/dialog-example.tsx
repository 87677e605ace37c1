import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DiscardQuestion } from '#ui/discard-question.tsx'

/** A dialog behind a button: over the page it would hide the rest. */
export function DialogExample() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open it
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Book Pixel 8" description="We hold it for you.">
        <p>What is asked or told.</p>
      </Dialog>
    </>
  )
}

export function ConfirmDialogExample({ variant }: { variant: 'final' | 'primary' }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Open it
      </Button>
      <ConfirmDialog
        {...{ open, variant }}
        title="Cancel this booking?"
        text="The phone is free for others again."
        confirmLabel="Cancel the booking"
        onConfirm={close}
        onCancel={close}
      />
    </>
  )
}

export function DiscardQuestionExample() {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Close
      </Button>
      <DiscardQuestion isAsking={isAsking} onStay={close} onDiscard={close} />
    </>
  )
}
