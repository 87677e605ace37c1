import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { NoticeBell } from './notice-bell.tsx'
import { useLiveScreen } from './use-live-screen.ts'

/** The bell on the tab's stream. What a notice may have changed is fetched again where it is on the screen. */
export default function LiveBell() {
  const { openStream, spoken } = useLiveScreen()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  function refreshOrders() {
    void queryClient.invalidateQueries(trpc.orders.pathFilter())
    void queryClient.invalidateQueries(trpc.payments.ofOrder.pathFilter())
    // Where a seller's sales stand.
    void queryClient.invalidateQueries(trpc.listings.mine.pathFilter())
  }
  return (
    <>
      <NoticeBell
        openStream={openStream}
        onNews={() => {
          refreshOrders()
          // What admins are notified of.
          void queryClient.invalidateQueries(trpc.payments.open.pathFilter())
          void queryClient.invalidateQueries(trpc.payments.summary.pathFilter())
          void queryClient.invalidateQueries(trpc.listings.favorites.pathFilter())
          void queryClient.invalidateQueries(trpc.listings.byCategory.pathFilter())
          void queryClient.invalidateQueries(trpc.listings.advertised.pathFilter())
          void queryClient.invalidateQueries(trpc.listings.get.pathFilter())
          void queryClient.invalidateQueries(trpc.search.listings.pathFilter())
        }}
        onOrders={refreshOrders}
      />
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
    </>
  )
}
