import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isNotArrived, messageOf } from '#api-client/errors.ts'
import { isChunkMissing, isChunkTimeout } from '#api-client/load-chunk.ts'
import { useSignOut } from '#session/use-sign-out.ts'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { PageTitle } from '#ui/page-title.tsx'
import { WaitingScreen } from '#ui/spinner.tsx'
import { useOffline } from '#ui/use-offline.ts'
import { mayReload, reloadPage } from './reload-on-stale-chunk.ts'

const OfflinePage = lazyPart(() => import('#offline/offline-page.tsx'), <WaitingScreen />)

/** A route that could not be shown; the layout around it stays. */
export function RouteErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  const signOut = useSignOut()
  const [reloads] = useState(() => isChunkMissing(error) && mayReload())

  useEffect(() => {
    if (reloads) reloadPage()
  }, [reloads])
  const isOffline = useOffline()
  if (reloads) return <WaitingScreen />

  // A browser does not ask twice for code that it could not have.
  const needsReload = isChunkMissing(error) || isChunkTimeout(error)
  const retry = () => (needsReload ? reloadPage() : void router.invalidate())
  if (isOffline && isNotArrived(error)) return <OfflinePage onRetry={retry} />
  return (
    <div className="mx-auto grid min-h-[60vh] max-w-xl place-content-center justify-items-center px-4 py-16 text-center">
      <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-warm-soft text-warm-ink">
        <TriangleAlert className="size-7" />
      </span>
      <PageTitle className="mt-6">Oops! Something Went Wrong!</PageTitle>
      <p
        role="alert"
        className="mt-3 max-w-full rounded-xl bg-danger-soft px-4 py-2 font-medium break-words text-danger"
      >
        {messageOf(error)}
      </p>
      {isNotArrived(error) && <p className="mt-3 text-balance text-muted">Trying again often helps.</p>}
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button onClick={retry}>Try again</Button>
        <Button variant="secondary" onClick={() => void signOut('/login')}>
          Sign out & log in again
        </Button>
      </div>
    </div>
  )
}
