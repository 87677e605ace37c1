import { type ReactNode, useState } from 'react'
import type { Identity, MailedAction } from '#session/identity/identity.ts'
import { useAccount, useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { useAccountDependencies } from './account-dependencies.ts'

interface ApplyCodeProps {
  code: string
  email: string
  action: Exclude<MailedAction, 'resetPassword'>
  onDone: () => void
  onFailure: (error: unknown) => void
}

/** Asks before an email is proven: a stranger may have signed up with it, and programs open the links of mails. */
export function ApplyCode({ code, email, action, onDone, onFailure }: ApplyCodeProps) {
  const account = useAccount()
  const session = useSession()
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [busy, setBusy] = useState(false)

  // Whoever signed up by a password and came back by Google is signed in at the provider alone; this code keeps the account.
  async function keepAccount(identity: Identity) {
    const person = await identity.ready()
    if (person?.email === email) await beginSession(code)
  }

  // After a change of email the provider wants a new login, which goes on from the session that ends here.
  async function readAgain(identity: Identity) {
    try {
      await identity.idToken(true)
      await beginSession()
    } catch {
      if (action === 'verifyAndChangeEmail') await session.end('lost')
    }
  }

  async function apply() {
    setBusy(true)
    try {
      const identity = await loadIdentity()
      if (!account && action === 'verifyEmail') await keepAccount(identity).catch(() => undefined)
      await identity.applyCode(code)
      // Whoever is signed in here sees it at once, in every tab.
      if (account) await readAgain(identity)
    } catch (error) {
      setBusy(false)
      return onFailure(error)
    }
    onDone()
  }

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">{questions[action](<strong>{email}</strong>)}</p>
      <Button busy={busy} onClick={() => void apply()}>
        {answers[action]}
      </Button>
    </div>
  )
}

const questions: Record<ApplyCodeProps['action'], (email: ReactNode) => ReactNode> = {
  verifyEmail: email => (
    <>Somebody signed up at Second Ring as {email}. If that was you, say so. If it was not, close this page.</>
  ),
  verifyAndChangeEmail: email => <>Shall {email} be the email of your account from now on?</>,
  recoverEmail: email => <>The email of your account was changed. Shall it be {email} again?</>,
}

const answers: Record<ApplyCodeProps['action'], string> = {
  verifyEmail: 'That was me',
  verifyAndChangeEmail: 'Change my email',
  recoverEmail: 'Take the change back',
}
