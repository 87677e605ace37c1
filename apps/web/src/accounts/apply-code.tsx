import { useState } from 'react'
import type { Identity } from '../app/identity/identity.ts'
import { useAccount } from '../app/session-context.ts'
import { Button } from '../ui/button.tsx'
import { useAccountDependencies } from './account-dependencies.ts'

interface ApplyCodeProps {
  code: string
  email: string
  /** Whether it becomes the email of the account; otherwise it is that already. */
  isChange: boolean
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Asks before an email is proven: a stranger may have signed up with it, and programs open the links of mails. */
export function ApplyCode({ code, email, isChange, onDone, onFailure }: ApplyCodeProps) {
  const account = useAccount()
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [busy, setBusy] = useState(false)

  // Whoever signed up by a password and came back by Google is signed in at the provider alone; this code keeps the account.
  async function keepAccount(identity: Identity) {
    const person = await identity.ready()
    if (person?.email === email) await beginSession(code)
  }

  async function readAgain(identity: Identity) {
    await identity.idToken(true)
    await beginSession()
  }

  async function apply() {
    setBusy(true)
    try {
      const identity = await loadIdentity()
      if (!account && !isChange) await keepAccount(identity).catch(() => undefined)
      await identity.applyCode(code)
      // Whoever is signed in here sees it at once, in every tab. After a change the provider may want a new login.
      if (account) await readAgain(identity).catch(() => undefined)
    } catch (error) {
      setBusy(false)
      return onFailure(error)
    }
    onDone()
  }

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        {isChange ? (
          <>
            Shall <strong>{email}</strong> be the email of your account from now on?
          </>
        ) : (
          <>
            Somebody signed up at Second Ring as <strong>{email}</strong>. If that was you, say so. If it was not, close
            this page.
          </>
        )}
      </p>
      <Button busy={busy} onClick={() => void apply()}>
        {isChange ? 'Change my email' : 'That was me'}
      </Button>
    </div>
  )
}
