import { useRef } from 'react'
import { focusPageTitle } from './page-title.tsx'

/** Handlers for a dialog: what had the focus when it opened gets it back, or the page's heading if that is gone. */
export function useReturnFocus() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const { current } = opener
      if (current instanceof HTMLElement && current !== document.body && current.isConnected) current.focus()
      else focusPageTitle()
    },
  }
}
