import { useEffect, useState } from 'react'
import { useAccount } from '../app/session-context.ts'
import { Button } from '../ui/button.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { mailProblem } from './provider-error.ts'

/** Says on every screen that a link was mailed, and mails another one. It goes when the email is proven, wherever that was. */
export function EmailBanner() {
  const account = useAccount()
  const { loadIdentity, beginSession } = useAccountDependencies()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')

  // The link may be opened in another browser. Whoever comes back to this tab has perhaps done so.
  useEffect(() => {
    async function lookAgain() {
      if (document.visibilityState !== 'visible') return
      const identity = await loadIdentity()
      if (await identity.isEmailProven()) await beginSession()
    }
    const onVisible = () => void lookAgain().catch(() => undefined)
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [loadIdentity, beginSession])

  async function sendAgain() {
    setBusy(true)
    try {
      const identity = await loadIdentity()
      if (await identity.isEmailProven()) return await beginSession()
      await identity.mailProof()
      setSaid('We sent another link.')
    } catch (error) {
      setSaid(mailProblem(error))
    } finally {
      setBusy(false)
    }
  }

  if (!account || account.emailVerified) return null
  return (
    <section aria-label="Your email" className="border-b border-line bg-warm-soft text-warm-ink print:hidden">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">Check your inbox: we sent a link to {account.email}.</p>
          <p role="status" className="text-sm">
            {said}
          </p>
        </div>
        <Button variant="secondary" size="small" busy={busy} onClick={() => void sendAgain()}>
          Send again
        </Button>
      </div>
    </section>
  )
}
