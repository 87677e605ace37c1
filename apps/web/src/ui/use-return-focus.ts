import { useRef } from 'react'
import { focusPageTitle } from './page-title.tsx'
import { focusPlace, placeOf } from './place-in-list.ts'

/**
 * Handlers for a dialog: what had the focus when it opened gets it back. If that is gone, the item that took its place
 * in its list does, or the page's heading. What took the focus meanwhile keeps it.
 */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  const place = useRef<ReturnType<typeof placeOf>>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
      place.current = document.activeElement && placeOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (document.activeElement !== document.body) return
      const { current } = opener
      if (current instanceof HTMLElement && current !== document.body && current.isConnected) current.focus()
      else if (!place.current || !focusPlace(place.current)) focusPageTitle()
    },
  }
}
