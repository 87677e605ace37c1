import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pageName } from '#ui/page-name.ts'
import { focusPageTitle } from '#ui/page-title.tsx'

const NOT_FOUND = pageName('Page not found')

/** What a full page load does by itself and a navigation inside the app does not: the title, and the focus. */
export function NavigationEffects() {
  const router = useRouter()
  const title = useMatches({
    select: matches =>
      matches.some(({ status }) => status === 'notFound')
        ? NOT_FOUND.meta[0]?.title
        : matches.flatMap(match => match.meta ?? []).findLast(meta => meta?.title)?.title,
  })

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
