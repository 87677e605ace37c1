import { lazyPart } from '#ui/lazy-part.tsx'
import { WaitingScreen } from '#ui/spinner.tsx'

/** The page of what is gone. Few ever see it, so its code comes when it is wanted. */
export const LateGonePage = lazyPart(
  async () => ({ default: (await import('./gone-page.tsx')).GonePage }),
  <WaitingScreen />,
)
