import { lazyPart } from '#ui/lazy-part.tsx'
import { WaitingScreen } from '#ui/spinner.tsx'

/** The page for an address that leads nowhere. Few ever see it, so its code comes when it is wanted. */
export const LateNotFoundPage = lazyPart(
  async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage }),
  <WaitingScreen />,
)
