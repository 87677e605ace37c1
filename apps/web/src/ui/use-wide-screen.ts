import { useSyncExternalStore } from 'react'

const query = '(min-width: 64rem)'

/** Whether there is room for a table beside the menu; null while a page is rendered, when nobody knows. */
export function useWideScreen(): boolean | null {
  return useSyncExternalStore(
    onChange => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => null,
  )
}
