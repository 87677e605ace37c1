import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { useKeepAccount } from './use-keep-account.ts'

/** In the place of a form that an account which is about to be deleted cannot send: why, and how to keep the account. */
export function LeavingNotice({ what }: { what: string }) {
  const deletesAt = useAccount()?.deletesAt
  const { keep, busy } = useKeepAccount()
  if (deletesAt === undefined) return null
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
      <p>
        {what} Your account will be deleted on <ExactMoment at={deletesAt} />, and until then you cannot book, pay, post
        or write.
      </p>
      <Button variant="secondary" size="small" busy={busy} onClick={() => void keep()}>
        Keep my account
      </Button>
    </div>
  )
}
