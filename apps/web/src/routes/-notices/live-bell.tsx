import { trpc } from '../../app/trpc.ts'
import { NoticeBell } from '../../notices/notice-bell.tsx'
import { useLiveScreen } from './use-live-screen.ts'

/** The bell on the tab's stream. What a notice may have changed is fetched anew where it is on the screen. */
export default function LiveBell() {
  const { openStream, spoken } = useLiveScreen()
  const utils = trpc.useUtils()
  return (
    <>
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
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
