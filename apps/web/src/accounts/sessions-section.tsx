import type { SessionSummary } from '@second-ring/contracts/accounts/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import Bowser from 'bowser'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Moment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'

const HOUR_MS = 3_600_000

/** Where one is signed in, with the way to sign out there. */
export function SessionsSection() {
  const query = useQuery(useTRPC().accounts.sessions.queryOptions())
  return (
    <Panel title="Where you are signed in">
      <QueryData query={query} what="your sessions">
        {({ sessions }) => <Sessions sessions={sessions} />}
      </QueryData>
    </Panel>
  )
}

function Sessions({ sessions }: { sessions: SessionSummary[] }) {
  const signOutThere = useAttemptKey(useMutation(useTRPC().accounts.signOutThere.mutationOptions()).mutateAsync)
  const signOutEverywhere = useMutation(useTRPC().accounts.signOutEverywhere.mutationOptions()).mutateAsync
  const [toEnd, setToEnd] = useState<SessionSummary | 'all'>()
  const [busy, setBusy] = useState(false)

  async function end(which: SessionSummary | 'all') {
    setBusy(true)
    try {
      if (which === 'all') await signOutEverywhere()
      else await signOutThere({ sessionId: which.id })
      toast.success(which === 'all' ? 'Signed out everywhere else' : 'Signed out there')
    } catch (error) {
      toast.error(messageOf(error))
    }
    setBusy(false)
    setToEnd(undefined)
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(session => (
          <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{nameOfDevice(session.device)}</p>
              <p className="text-muted text-sm wrap-anywhere">
                {session.isThis ? 'This browser' : <LastUsed at={session.renewedAt} />}
                {session.network !== null && `, from ${session.network}`}
              </p>
            </div>
            {!session.isThis && (
              <Button
                variant="secondary"
                aria-label={`Sign out there: ${nameOfDevice(session.device)}`}
                onClick={() => setToEnd(session)}
              >
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="secondary" className="mt-3" onClick={() => setToEnd('all')}>
          Sign out everywhere else
        </Button>
      )}
      <ConfirmDialog
        open={toEnd !== undefined}
        title={toEnd === 'all' ? 'Sign out everywhere else?' : 'Sign out there?'}
        text={toEnd === 'all' ? END_ALL : END_ONE}
        confirmLabel="Sign out"
        busy={busy}
        onCancel={() => setToEnd(undefined)}
        onConfirm={() => toEnd && void end(toEnd)}
      />
    </>
  )
}

const END_ONE =
  'Whoever uses it has to sign in again. What was typed there and not sent is lost. If you do not know who it was, change your password too.'
const END_ALL =
  'All other devices and browsers have to sign in again. What was typed there and not sent is lost. If you do not know one of them, change your password too.'

/** A browser in use renews its session once an hour: nothing closer is known. */
export function LastUsed({ at }: { at: string }) {
  if (Date.now() - Date.parse(at) < HOUR_MS) return 'Used within the last hour'
  return (
    <>
      Last used <Moment at={at} />
    </>
  )
}

/** ‘Firefox on Windows’; of a program that is no browser, what it calls itself. */
export function nameOfDevice(device: string | null): string {
  if (!device) return 'Unknown browser'
  const { browser, os } = Bowser.parse(device)
  if (!browser.name) return device.slice(0, 40)
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}
