import { useEffect, useRef, useState } from 'react'
import { domainCode, messageOf } from '../app/errors.ts'
import type { ChooseGoogleAccount } from '../app/identity/identity.ts'
import { Button } from '../ui/button.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import { mailProblem } from './provider-error.ts'
import { beginAfresh } from './sign-in.ts'

interface UnprovenAccountProps {
  dependencies: AccountDependencies
  onSignedIn: () => void
  /** The stranger's sign-in is gone: one more by Google begins one's own account. */
  onCleared: () => void
}

/**
 * What stands in the way of a Google account whose email somebody signed up with by a password: its owner opens the mailed
 * link and keeps that account, or begins afresh.
 */
export function UnprovenAccount({ dependencies, onSignedIn, onCleared }: UnprovenAccountProps) {
  const [busy, setBusy] = useState<'mail' | 'afresh'>()
  const [said, setSaid] = useState('')
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])

  async function mail() {
    setBusy('mail')
    try {
      const identity = await dependencies.loadIdentity()
      await identity.mailProof()
      setSaid('We sent a link. Open it in this browser.')
    } catch (error) {
      setSaid(mailProblem(error))
    } finally {
      setBusy(undefined)
    }
  }

  async function begin() {
    setBusy('afresh')
    try {
      const identity = await dependencies.loadIdentity()
      const person = await identity.ready()
      if (!person) throw new Error('Your login has ended. Log in again.')
      await beginAfresh(dependencies, identity, person)
    } catch (error) {
      setBusy(undefined)
      // Without a sign-in it was done in another tab.
      const code = domainCode(error)
      return code === 'SIGN_IN_AGAIN' || code === 'UNAUTHENTICATED' ? onCleared() : setSaid(messageOf(error))
    }
    onSignedIn()
  }

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="An account with your email"
      className="mt-5 grid gap-4 rounded-xl bg-warm-soft p-4 text-sm text-warm-ink"
    >
      <p>
        Somebody signed up here with your email and a password, and never opened the mailed link. If it was you, open
        that link in this browser, and the account stays yours. If not, begin afresh: nobody gets into that account any
        more.
      </p>
      <p role="status" className="font-medium empty:hidden">
        {said}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy === 'mail'} onClick={() => void mail()}>
          It was me: mail me a link
        </Button>
        <Button variant="secondary" size="small" busy={busy === 'afresh'} onClick={() => void begin()}>
          Begin afresh
        </Button>
      </div>
    </section>
  )
}

/** The last step after `UnprovenAccount`, in one press. */
export function SignInOnceMore({ onSignIn }: { onSignIn: (choose: ChooseGoogleAccount) => Promise<void> }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="One more step"
      className="mt-5 grid gap-4 rounded-xl bg-warm-soft p-4 text-sm text-warm-ink"
    >
      <p role="status">Nobody gets in with the old password any more. Log in once more, and your own account begins.</p>
      <GoogleSignIn onSignIn={onSignIn} label="Log in with Google once more" />
    </section>
  )
}
