import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { useKeepAccount } from './use-keep-account.ts'

/** Says on every screen until when one's account can be kept, and keeps it. */
export function DeletionBanner() {
  const deletesAt = useAccount()?.deletesAt
  const { keep, busy } = useKeepAccount()
  if (deletesAt === undefined) return null
  return (
    <section aria-label="Your account" className="border-b border-line bg-warm-soft text-warm-ink print:hidden">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3 sm:px-6">
        <p role="status" className="font-medium">
          Your account will be deleted on <ExactMoment at={deletesAt} />. Until then you cannot book, pay, post or
          write.
        </p>
        <Button variant="secondary" size="small" busy={busy} onClick={() => void keep()}>
          Keep my account
        </Button>
      </div>
    </section>
  )
}
