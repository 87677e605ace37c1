import { changedByEvent } from '@second-ring/contracts/changed-queries'
import { useQueryClient } from '@tanstack/react-query'
import { readAgain } from '#api-client/read-changed.ts'
import { NoticeBell } from './notice-bell.tsx'
import { useLiveScreen } from './use-live-screen.ts'

/** The bell on the tab's stream. What a notice may have changed is fetched again where it is on the screen. */
export default function LiveBell() {
  const { openStream, spoken } = useLiveScreen()
  const queryClient = useQueryClient()
  return (
    <>
      <NoticeBell
        openStream={openStream}
        onNews={() => void readAgain(queryClient, changedByEvent.notice)}
        onOrders={() => void readAgain(queryClient, changedByEvent.orders)}
      />
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
