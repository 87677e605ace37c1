import { useEffect, useEffectEvent, useState } from 'react'

const SECOND_MS = 1000
const MINUTE_MS = 60_000
/** From here on it counts by the second. */
export const CLOSE_MS = 5 * MINUTE_MS
// What should have ended by now ends when the server's clock says so, which may be a little later.
const AGAIN_MS = 30_000

/**
 * How long until an instant, in milliseconds: again each minute, and each second towards the end; 0 when it has come.
 * Then `onOver` is called, and again after a while for as long as this is on the screen.
 */
export function useTimeLeft(until: string, onOver: () => void): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Date.parse(until) - now)
  const isOver = left === 0
  const tellOver = useEffectEvent(onOver)

  useEffect(() => {
    if (isOver) return
    const step = left > CLOSE_MS ? MINUTE_MS : SECOND_MS
    // At the change of what is shown, which rounds down.
    const timer = setTimeout(() => setNow(Date.now()), left % step || step)
    return () => clearTimeout(timer)
  }, [left, isOver])

  useEffect(() => {
    if (!isOver) return
    tellOver()
    const timer = setInterval(() => tellOver(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [isOver])

  return left
}
