import type { Standing } from '@second-ring/contracts/live/events'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTRPC } from '#api-client/trpc.ts'
import { stateLabels } from '#listings/state-label.ts'
import { learnFromAnswers } from '#live/learn-from-answers.ts'
import { liveStatuses } from '#live/live-statuses.ts'
import { streamOf } from '#live/open-stream.ts'
import { useSession } from '#session/session-context.ts'

/** The stream of what is on the screen, and what to read out of it: what has become of the phone that has the focus. */
export function useLiveScreen() {
  const session = useSession()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [spoken, setSpoken] = useState('')
  useEffect(() => learnFromAnswers(queryClient, liveStatuses), [queryClient])
  const openStream = useMemo(() => {
    function takeListings(listings: readonly Standing[]) {
      const changed = listings.filter(({ id, state, resalePriceCents }) => {
        const before = liveStatuses.of(id)
        return before && (before.state !== state || before.resalePriceCents !== resalePriceCents)
      })
      const card = document.activeElement?.closest<HTMLElement>('[data-listing]')
      const heading = card?.querySelector<HTMLElement>('[tabindex="-1"]')
      flushSync(() => liveStatuses.tell(listings))
      const turned = changed.find(({ id }) => id === card?.dataset.listing)
      if (turned) setSpoken(`${heading?.textContent ?? 'This phone'}: ${stateLabels[turned.state].label}`)
      // The button that had the focus may be gone, or off.
      const focused = document.activeElement
      if (card?.isConnected && (focused === document.body || focused?.matches(':disabled'))) heading?.focus()
      // What is on the screen stays there; it is fetched again when one comes back to it.
      if (changed.length > 0) void queryClient.invalidateQueries({ ...trpc.listings.pathFilter(), refetchType: 'none' })
    }
    return streamOf(session, { liveStatuses, onListings: takeListings })
  }, [session, trpc, queryClient])
  return { openStream, spoken }
}
