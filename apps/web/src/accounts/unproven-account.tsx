import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../app/errors.ts'
import { Button } from '../ui/button.tsx'
import type { AccountDependencies } from './account-dependencies.ts'
import { mailProblem } from './provider-error.ts'
import { beginAfresh } from './sign-in.ts'

interface UnprovenAccountProps {
  dependencies: AccountDependencies
  onSignedIn: () => void
}

/**
 * What stands in the way of a Google account whose email somebody signed up with by a password: its owner opens the mailed
 * link and keeps that account, or begins afresh.
 */
export function UnprovenAccount({ dependencies, onSignedIn }: UnprovenAccountProps) {
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
      return setSaid(messageOf(error))
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
