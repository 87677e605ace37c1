import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

interface BeginAfreshDialogProps {
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before a login by a password leaves the account that it belongs to. */
export default function BeginAfreshDialog(props: BeginAfreshDialogProps) {
  return (
    <ConfirmDialog
      open
      title="Begin afresh?"
      text="If that account is yours, you lose this login: you come back to it only by its old email."
      confirmLabel="Begin afresh"
      {...props}
    />
  )
}
