import { type ReactNode, useEffect, useRef, useState } from 'react'
import { domainCode, messageOf } from '#api-client/errors.ts'
import type { ChooseGoogleAccount } from '#session/identity/identity.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { GoogleSignIn } from './google-sign-in.tsx'
import { mailProblem } from './provider-error.ts'
import { beginAfresh } from './sign-in.ts'

const BeginAfreshDialog = lazyPart(() => import('./begin-afresh-dialog.tsx'))

interface UnprovenAccountProps {
  dependencies: AccountDependencies
  onSignedIn: () => void
  /** The stranger's sign-in is gone: one more by Google begins one's own account. */
  onCleared: () => void
}

/** A panel that takes the focus as it appears, for it stands where the form was. */
function FocusedPanel({ label, children }: { label: string; children: ReactNode }) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="mt-5 grid gap-4 rounded-xl bg-warm-soft p-4 text-sm text-warm-ink"
    >
      {children}
    </section>
  )
}

function useBeginAfresh({ dependencies, onSignedIn, onCleared }: UnprovenAccountProps) {
  const [beginning, setBeginning] = useState(false)
  const [said, setSaid] = useState('')

  async function begin() {
    setBeginning(true)
    try {
      const identity = await dependencies.loadIdentity()
      const person = await identity.ready()
      if (!person) throw new Error('Your login has ended. Log in again.')
      await beginAfresh(dependencies, identity, person)
    } catch (error) {
      setBeginning(false)
      // Without a sign-in it was done in another tab.
      const code = domainCode(error)
      return code === 'SIGN_IN_AGAIN' || code === 'UNAUTHENTICATED' ? onCleared() : setSaid(messageOf(error))
    }
    onSignedIn()
  }

  return { beginning, said, setSaid, begin }
}

/**
 * What stands in the way of a Google account whose email somebody signed up with by a password: its owner opens the mailed
 * link and keeps that account, or begins afresh.
 */
export function UnprovenAccount({ dependencies, onSignedIn, onCleared }: UnprovenAccountProps) {
  const [busy, setBusy] = useState(false)
  const { beginning, said, setSaid, begin } = useBeginAfresh({ dependencies, onSignedIn, onCleared })

  async function mail() {
    setBusy(true)
    try {
      const identity = await dependencies.loadIdentity()
      await identity.mailProof()
      setSaid('We sent a link. Open it in this browser.')
    } catch (error) {
      setSaid(mailProblem(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <FocusedPanel label="An account with your email">
      <p>
        Somebody signed up here with your email and a password, and never opened the mailed link. If it was you, open
        that link in this browser, and the account stays yours. If not, begin afresh: nobody gets into that account any
        more.
      </p>
      <p role="status" className="font-medium empty:hidden">
        {said}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" busy={busy} onClick={() => void mail()}>
          It was me: mail me a link
        </Button>
        <Button variant="secondary" size="small" busy={beginning} onClick={() => void begin()}>
          Begin afresh
        </Button>
      </div>
    </FocusedPanel>
  )
}

/** The last step after `UnprovenAccount`, in one press. */
export function SignInOnceMore({ onSignIn }: { onSignIn: (choose: ChooseGoogleAccount) => Promise<void> }) {
  return (
    <FocusedPanel label="One more step">
      <p role="status">Nobody gets in with the old password any more. Log in once more, and your own account begins.</p>
      <GoogleSignIn onSignIn={onSignIn} label="Log in with Google once more" />
    </FocusedPanel>
  )
}

/**
 * What stands in the way of a password whose email the account here does not have: its owner shows that it is theirs where
 * they asked for the change, and whoever has nothing to do with that account begins one of their own.
 */
export function ChangedEmail(props: UnprovenAccountProps) {
  const { beginning, said, begin } = useBeginAfresh(props)
  const [asking, setAsking] = useState(false)
  return (
    <FocusedPanel label="An account with another email">
      <p>
        This login belongs to an account with another email. If you asked for the change, log in in the browser in which
        you asked, while you are still logged in there, or take the change back by the mail to your old email. If that
        account is not yours, begin afresh: nobody gets in with this login any more.
      </p>
      <p role="status" className="font-medium empty:hidden">
        {said}
      </p>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        busy={beginning}
        onClick={() => setAsking(true)}
      >
        Begin afresh
      </Button>
      {asking && (
        <BeginAfreshDialog
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            void begin()
          }}
        />
      )}
    </FocusedPanel>
  )
}

/** The last step after `ChangedEmail`. */
export function SignUpNow() {
  return (
    <p role="status" className="mt-5 rounded-xl bg-warm-soft p-4 text-sm text-warm-ink">
      Nobody gets in with this login any more. Create an account with your email now, and it is your own.
    </p>
  )
}
