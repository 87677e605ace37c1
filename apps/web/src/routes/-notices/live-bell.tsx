import { useMemo } from 'react'
import { useSession } from '../../app/session-context.ts'
import { trpc } from '../../app/trpc.ts'
import { streamOf } from '../../notices/live-client.ts'
import { NoticeBell } from '../../notices/notice-bell.tsx'

/** The bell on the session's stream. What a notice may have changed is fetched anew where it is on the screen. */
export default function LiveBell() {
  const session = useSession()
  const openStream = useMemo(() => streamOf(session), [session])
  const utils = trpc.useUtils()
  return (
    <NoticeBell
      openStream={openStream}
      onNews={() => {
        void utils.orders.mine.invalidate()
        void utils.orders.myWaitingPlaces.invalidate()
        void utils.listings.mine.invalidate()
        void utils.listings.favorites.invalidate()
        void utils.listings.byCategory.invalidate()
        void utils.listings.advertised.invalidate()
        void utils.listings.get.invalidate()
        void utils.search.listings.invalidate()
      }}
    />
  )
}
