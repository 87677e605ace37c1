import { type AnyRouteMatch, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isNotArrived } from '#api-client/errors.ts'
import { pageName } from '#ui/page-name.ts'
import { focusPageTitle } from '#ui/page-title.tsx'
import { useOffline } from '#ui/use-offline.ts'

type Shown = Pick<AnyRouteMatch, 'status' | 'error' | 'meta'>

const NOT_FOUND = titleOf('Page not found')

/** What a full page load does by itself and a navigation inside the app does not: the title, and the focus. */
export function NavigationEffects() {
  const router = useRouter()
  const isOffline = useOffline()
  const title = useMatches({ select: matches => titleOfPage(matches, isOffline) })

  useEffect(() => {
    if (title) document.title = title
  }, [title])

  useEffect(
    () =>
      router.subscribe('onRendered', event => {
        if (!event.fromLocation || !event.pathChanged) return
        focusPageTitle()
      }),
    [router],
  )

  return null
}

/** The title of what is shown: that of the screen, or of the page in its place. */
function titleOfPage(matches: readonly Shown[], isOffline: boolean): string | undefined {
  if (matches.some(({ status }) => status === 'notFound')) return NOT_FOUND
  const failed = matches.find(({ status }) => status === 'error')
  if (failed && isOffline && isNotArrived(failed.error)) return titleOf('You are offline')
  const title = matches.flatMap(({ meta }) => meta ?? []).findLast(meta => meta?.title)?.title
  // Of what has not come it is not known whether it is there.
  return failed && title === NOT_FOUND ? titleOf('Something went wrong') : title
}

function titleOf(page: string): string | undefined {
  return pageName(page).meta[0]?.title
}
