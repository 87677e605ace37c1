import { lazy, Suspense } from 'react'
import { loadChunk } from '#api-client/load-chunk.ts'
import { WaitingScreen } from '#ui/spinner.tsx'

// Few ever see it, so its code comes when it is wanted.
const NotFoundPage = lazy(async () => ({
  default: (await loadChunk(() => import('./not-found-page.tsx'))).NotFoundPage,
}))

/** The page for an address that leads nowhere. */
export function LateNotFoundPage() {
  return (
    <Suspense fallback={<WaitingScreen />}>
      <NotFoundPage />
    </Suspense>
  )
}
