import type { LiveStatus } from '@second-ring/contracts/live/events'
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { stateLabels } from '#listings/state-label.ts'
import { showsListings } from '#live/cached-listings.ts'
import { createLatestEvents } from '#live/latest-events.ts'
import { streamOf } from '#live/open-stream.ts'
import { useSession } from '#session/session-context.ts'

/** The stream of what is on the screen, and what to read out of it: what has become of the phone that has the focus. */
export function useLiveScreen() {
  const session = useSession()
  const queryClient = useQueryClient()
  const [spoken, setSpoken] = useState('')
  const events = useMemo(() => createLatestEvents(queryClient), [queryClient])
  useEffect(() => events.holdAgainstOlderAnswers(), [events])
  const openStream = useMemo(() => {
    function takeListings(listings: readonly LiveStatus[]) {
      const card = document.activeElement?.closest<HTMLElement>('[data-listing]')
      const heading = card?.querySelector<HTMLElement>('[tabindex="-1"]')
      const changed = events.take(listings)
      if (changed.length === 0) return
      const turned = changed.find(({ id }) => id === card?.dataset.listing)
      if (turned) setSpoken(`${heading?.textContent ?? 'This phone'}: ${stateLabels[turned.state].label}`)
      // What is on the screen stays there; it is fetched again when one comes back to it.
      void queryClient.invalidateQueries({ predicate: showsListings, refetchType: 'none' })
      // After the components were told. The button that had the focus may be gone, or off.
      notifyManager.schedule(() => {
        const focused = document.activeElement
        if (card?.isConnected && (focused === document.body || focused?.matches(':disabled'))) heading?.focus()
      })
    }
    return streamOf(session, { queryClient, events, onListings: takeListings })
  }, [session, queryClient, events])
  return { openStream, spoken }
}
