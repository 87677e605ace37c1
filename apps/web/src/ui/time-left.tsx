import { CLOSE_MS, useTimeLeft } from './use-time-left.ts'

const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** How long something lasts, in words: `2 days 3 h`, `3 h 12 min`, `12 min`; by the second towards the end: `4:05`. */
export function describeTimeLeft(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const minutes = Math.floor((seconds % HOUR_S) / 60)
  const hours = Math.floor(seconds / HOUR_S)
  if (milliseconds <= CLOSE_MS) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  if (seconds >= 3 * DAY_S) return `${Math.floor(seconds / DAY_S)} days ${Math.floor((seconds % DAY_S) / HOUR_S)} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}

interface TimeLeftProps {
  /** An ISO instant. */
  until: string
  /** Said when it has come. */
  over: string
  onOver: () => void
}

/** How long is left until an instant. It is there to be read, and not announced at each tick. */
export function TimeLeft({ until, over, onOver }: TimeLeftProps) {
  const left = useTimeLeft(until, onOver)
  if (left === 0) return over
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {describeTimeLeft(left)} left
    </span>
  )
}
