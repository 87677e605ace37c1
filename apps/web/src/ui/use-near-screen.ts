import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

// Far enough ahead that what comes is there before it is scrolled to.
const AHEAD = '1600px'

/** A ref for an element: `onNear` is called when it comes near the lower edge of the screen, while this is active. */
export function useNearScreen(active: boolean, onNear: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const call = useEffectEvent(onNear)
  useEffect(() => {
    const { current } = element
    if (!active || !current) return
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && call(), {
      rootMargin: `0px 0px ${AHEAD}`,
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [active])
  return element
}
