import { type RefObject, useLayoutEffect } from 'react'
import { focusPageTitle } from './page-title.tsx'

/** When an element leaves the page with the focus in it, the page's heading gets the focus. */
export function useFocusOnLeaving(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = element
    return () => {
      if (current?.contains(document.activeElement)) queueMicrotask(focusPageTitle)
    }
  }, [element])
}
