import { useLocation } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { lastProofMail, mailProof, onProofMail } from './proof-mail.ts'
import { mailProblem, providerCode } from './provider-error.ts'

const texts: Record<'sent' | 'failed' | 'none', (email: string) => string> = {
  sent: email => `Check your inbox: we sent a link to ${email}.`,
  failed: email => `We could not send a link to ${email}. Try again.`,
  none: email => `Show that ${email} is your email: open a link that we send there.`,
}

const SENT_BEFORE =
  'That link still holds. We send one mail a minute and five a day to an address: you can ask for another in a minute.'

/** Says on every screen whether a link was mailed, and mails another one. It goes when the email is proven, wherever that was. */
export function EmailBanner() {
  const account = useAccount()
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const email = account?.email ?? ''
  const last = useSyncExternalStore(onProofMail, () => lastProofMail(email))

  const { pathname } = useLocation()
  const isUnproven = account?.emailVerified === false

  // The link may be opened in another browser. Whoever comes back to this tab, or goes on in it, has perhaps done so.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that is gone to looks again
  useEffect(() => {
    if (!isUnproven) return
    async function lookAgain() {
      if (document.visibilityState !== 'visible') return
      const identity = await loadIdentity()
      if (await identity.isEmailProven()) await beginSession()
    }
    const onVisible = () => void lookAgain().catch(() => undefined)
    onVisible()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [loadIdentity, beginSession, isUnproven, pathname])

  async function sendAgain() {
    setBusy(true)
    try {
      const identity = await loadIdentity()
      if (await identity.isEmailProven()) return await beginSession()
      await mailProof(identity, email)
      setSaid(last === null ? '' : 'We sent another link.')
    } catch (error) {
      const isSentBefore = last === 'sent' && providerCode(error) === 'auth/too-many-requests'
      setSaid(isSentBefore ? SENT_BEFORE : mailProblem(error))
    } finally {
      setBusy(false)
    }
  }

  if (!account || account.emailVerified) return null
  return (
    <section aria-label="Your email" className="border-b border-line bg-warm-soft text-warm-ink print:hidden">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{texts[last ?? 'none'](email)}</p>
          <p role="status" className="text-sm">
            {said}
          </p>
        </div>
        <Button variant="secondary" size="small" busy={busy} onClick={() => void sendAgain()}>
          {last === 'sent' ? 'Send again' : 'Send the link'}
        </Button>
      </div>
    </section>
  )
}
