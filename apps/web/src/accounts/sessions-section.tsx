import type { SessionSummary } from '@second-ring/contracts/accounts/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import Bowser from 'bowser'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { Moment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'

const HOUR_MS = 3_600_000

/** Where one is signed in, with the way to sign out there. */
export default function SessionsSection() {
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
  const signOutThere = useKeyedMutation(useTRPC().accounts.signOutThere.mutationOptions())
  const signOutEverywhere = useMutation(useTRPC().accounts.signOutEverywhere.mutationOptions())
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(({ id: sessionId, device, isThis, renewedAt, network }) => (
          <li key={sessionId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{nameOfDevice(device)}</p>
              <p className="text-muted text-sm wrap-anywhere">
                {isThis ? 'This browser' : <LastUsed at={renewedAt} />}
                {network !== null && `, from ${network}`}
              </p>
            </div>
            {!isThis && (
              <DialogButton
                variant="secondary"
                aria-label={`Sign out there: ${nameOfDevice(device)}`}
                dialog={close => (
                  <ActDialog
                    title="Sign out there?"
                    text={END_ONE}
                    confirmLabel="Sign out"
                    done="Signed out there"
                    act={() => signOutThere({ sessionId })}
                    onClose={close}
                  />
                )}
              >
                Sign out there
              </DialogButton>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <DialogButton
          variant="secondary"
          className="mt-3"
          dialog={close => (
            <ActDialog
              title="Sign out everywhere else?"
              text={END_ALL}
              confirmLabel="Sign out"
              done="Signed out everywhere else"
              act={() => signOutEverywhere.mutateAsync()}
              onClose={close}
            />
          )}
        >
          Sign out everywhere else
        </DialogButton>
      )}
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
