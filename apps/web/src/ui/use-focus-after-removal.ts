import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { focusPlace, placeOf } from './place-in-list.ts'
import { useFocusOnLeaving } from './use-focus-on-leaving.ts'

/** Props for a list: when the item that has the focus leaves it, the one in its place gets the focus, by its heading. */
export function useFocusAfterRemoval<List extends HTMLElement>() {
  const list: RefObject<List | null> = useRef(null)
  const place = useRef<ReturnType<typeof placeOf>>(null)
  useFocusOnLeaving(list)

  // After every change of the list. What leaves the page tells nobody that its focus is gone.
  useEffect(() => {
    if (!place.current || document.activeElement !== document.body) return
    focusPlace(place.current)
  })

  return {
    ref: list,
    onFocus: (event: FocusEvent) => {
      place.current = placeOf(event.target)
    },
    onBlur: () => {
      place.current = null
    },
  }
}
