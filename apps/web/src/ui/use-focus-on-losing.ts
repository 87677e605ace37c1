import { type FocusEvent, useEffect, useRef } from 'react'
import { focusPageTitle } from './page-title.tsx'

/** Handlers for a part of a page: when what has the focus in it leaves the page, the page's heading gets the focus. */
export function useFocusOnLosing() {
  const hasFocus = useRef(false)

  // After every change. What leaves the page tells nobody that its focus is gone.
  useEffect(() => {
    if (!hasFocus.current || document.activeElement !== document.body) return
    hasFocus.current = false
    focusPageTitle()
  })

  return {
    onFocus: ({ currentTarget, target }: FocusEvent) => {
      // Events of a dialog come up here too; it returns the focus itself.
      hasFocus.current = currentTarget.contains(target)
    },
    onBlur: () => {
      hasFocus.current = false
    },
  }
}
