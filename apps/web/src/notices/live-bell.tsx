import { trpc } from '#api-client/trpc.ts'
import { NoticeBell } from './notice-bell.tsx'
import { useLiveScreen } from './use-live-screen.ts'

/** The bell on the tab's stream. What a notice may have changed is fetched again where it is on the screen. */
export default function LiveBell() {
  const { openStream, spoken } = useLiveScreen()
  const utils = trpc.useUtils()
  function refreshOrders() {
    void utils.orders.invalidate()
    void utils.payments.ofOrder.invalidate()
    // Where a seller's sales stand.
    void utils.listings.mine.invalidate()
  }
  return (
    <>
      <NoticeBell
        openStream={openStream}
        onNews={() => {
          refreshOrders()
          // What admins are notified of.
          void utils.payments.open.invalidate()
          void utils.payments.summary.invalidate()
          void utils.listings.favorites.invalidate()
          void utils.listings.byCategory.invalidate()
          void utils.listings.advertised.invalidate()
          void utils.listings.get.invalidate()
          void utils.search.listings.invalidate()
        }}
        onOrders={refreshOrders}
      />
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
