import { useLazy } from '#ui/use-lazy.ts'
import { useOffline } from '#ui/use-offline.ts'

/** The place of what is said on every screen without a connection; there before it is said. */
export function OfflineSlot() {
  return <div role="status">{useOffline() && <Later />}</div>
}

function Later() {
  const Banner = useLazy(() => import('#offline/offline-banner.tsx'))
  return Banner && <Banner />
}
