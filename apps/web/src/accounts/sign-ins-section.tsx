import { useQueryClient } from '@tanstack/react-query'
import type { LinkedSignIn } from '#session/identity/identity.ts'
import { useAccount } from '#session/session-context.ts'
import { DialogButton } from '#ui/acts.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { mailProblem } from './provider-error.ts'
import { hasPassword, useSignIns } from './use-sign-ins.ts'

const names: Record<string, string> = { password: 'Password', 'google.com': 'Google' }

/** Every way in to one's account that the identity provider has; what somebody else has linked can be unlinked. */
export function SignInsSection() {
  const account = useAccount()
  const query = useSignIns()
  if (!account) return null
  return (
    <Panel title="How you log in">
      <QueryData query={query} what="your ways to log in" errorText={mailProblem}>
        {signIns => (
          <ul className="divide-y divide-line">
            {signIns.map(signIn => (
              <li
                key={signIn.providerId}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0"
              >
                <SignIn signIn={signIn} email={account.email} canUnlink={hasPassword(signIns)} />
              </li>
            ))}
          </ul>
        )}
      </QueryData>
    </Panel>
  )
}

interface SignInProps {
  signIn: LinkedSignIn
  /** The account's. */
  email: string
  canUnlink: boolean
}

function SignIn({ signIn, email, canUnlink }: SignInProps) {
  const { loadIdentity } = useAccountDependencies()
  const queries = useQueryClient()
  const { providerId } = signIn
  const name = names[providerId] ?? providerId
  const isPassword = providerId === 'password'

  async function unlink() {
    try {
      const identity = await loadIdentity()
      await identity.unlink(providerId)
    } finally {
      await queries.invalidateQueries({ queryKey: ['sign-ins'] })
    }
  }

  return (
    <>
      <div className="min-w-0">
        <p className="font-semibold">{name}</p>
        <p className="text-muted text-sm wrap-anywhere">
          {isPassword ? `With ${email}` : signIn.email}
          {!isPassword &&
            signIn.email !== email &&
            '. It opens nothing here, because it is not your email. If you do not know it, unlink it.'}
        </p>
      </div>
      {!isPassword && canUnlink && (
        <DialogButton
          variant="secondary"
          aria-label={`Unlink ${name}, ${signIn.email}`}
          dialog={close => (
            <ActDialog
              title={`Unlink ${name}?`}
              text="You log in with your password from then on. A browser that logged in this way is logged out within the hour."
              confirmLabel="Unlink"
              done="Unlinked"
              act={unlink}
              errorText={mailProblem}
              onClose={close}
            />
          )}
        >
          Unlink
        </DialogButton>
      )}
    </>
  )
}
