import { Link, useLocation } from '@tanstack/react-router'
import { Info, X } from 'lucide-react'
import { useState } from 'react'
import { useSessionState } from '#session/session-context.ts'

/** Says why a session has ended, with the way back in; it stays until it is closed or somebody signs in. */
export function SessionEndedNotice() {
  const state = useSessionState()
  const why = state.status === 'signed-out' ? state.why : undefined
  const [closed, setClosed] = useState<string>()
  const isAtLogin = useLocation({ select: ({ pathname }) => pathname === '/login' })
  if (why === undefined || why === closed) return null
  return (
    <div role="alert" className="flex items-center gap-3 border-line border-b bg-sunken px-4 py-2 sm:px-6 print:hidden">
      <Info aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="flex-1 py-1">
        {why}{' '}
        {!isAtLogin && (
          <Link to="/login" className="font-semibold text-accent-ink underline underline-offset-4">
            Sign in
          </Link>
        )}
      </p>
      <button
        type="button"
        aria-label="Close this message"
        onClick={() => setClosed(why)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-surface hover:text-ink"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  )
}
