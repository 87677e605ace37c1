import { DialogButton } from '#ui/acts.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { AccountDependencies } from './account-dependencies.ts'

const ResetDialog = lazyPart(() => import('./reset-dialog.tsx'))

interface ForgotPasswordProps {
  loadIdentity: AccountDependencies['loadIdentity']
  /** What stands in the login's field. */
  typedEmail: () => string
}

/** The way to a new password. What it says is the same for an address with an account and without. */
export function ForgotPassword({ loadIdentity, typedEmail }: ForgotPasswordProps) {
  return (
    <p className="mt-3 text-center">
      <DialogButton
        variant="quiet"
        size="small"
        dialog={close => <ResetDialog loadIdentity={loadIdentity} email={typedEmail()} onClose={close} />}
      >
        Forgot password?
      </DialogButton>
    </p>
  )
}
