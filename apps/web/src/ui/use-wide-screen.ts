import { useSyncExternalStore } from 'react'

const query = '(min-width: 64rem)'

/** Whether there is room for a table beside the menu. */
export function useWideScreen(): boolean {
  return useSyncExternalStore(
    onChange => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
  )
}
