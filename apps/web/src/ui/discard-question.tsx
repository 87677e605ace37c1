import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface DiscardQuestionProps {
  /** Whether the dialog was asked to close. */
  isAsking: boolean
  onStay: () => void
  onDiscard: () => void
}

/** Asks before what was typed in a dialog is lost: as it closes, and as its page is left by Back, Forward or a reload. */
export function DiscardQuestion(props: DiscardQuestionProps) {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null
  return router ? <AlsoOnBack {...props} /> : <Question {...props} />
}

function AlsoOnBack({ isAsking, onStay, onDiscard }: DiscardQuestionProps) {
  const { status, proceed, reset } = useBlocker({ shouldBlockFn: isByHistory, withResolver: true })
  // A dialog that goes meanwhile leaves no way back undecided.
  useEffect(() => reset, [reset])
  return (
    <Question
      isAsking={isAsking || status === 'blocked'}
      onStay={() => {
        reset?.()
        onStay()
      }}
      onDiscard={() => {
        proceed?.()
        onDiscard()
      }}
    />
  )
}

/** What is pressed outside the page. A dialog's own links, and a session that ends, are not asked about. */
function isByHistory({ action }: { action: string }): boolean {
  return action === 'BACK' || action === 'FORWARD' || action === 'GO'
}

function Question({ isAsking, onStay, onDiscard }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      open={isAsking}
      title="Discard what you typed?"
      text="It is not sent yet. What you typed and chose here is lost."
      confirmLabel="Discard"
      cancelLabel="Keep writing"
      onConfirm={onDiscard}
      onCancel={onStay}
    />
  )
}
