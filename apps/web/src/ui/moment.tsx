import { useSyncExternalStore } from 'react'

const steps: [limitSeconds: number, unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [7 * 86_400, 'day', 86_400],
]

// Made when the first is shown: a phone takes tens of milliseconds.
let formatters: ReturnType<typeof makeFormatters> | undefined

function makeFormatters() {
  return {
    relative: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
    day: new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' }),
    exact: new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }),
  }
}

function format() {
  formatters ??= makeFormatters()
  return formatters
}

/** How long ago an ISO instant was, in words; from a week on, the date. */
export function describeMoment(instant: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(instant)) / 1000))
  if (seconds < 45) return 'just now'
  for (const [limit, unit, size] of steps) {
    if (seconds < limit) return format().relative.format(-Math.max(1, Math.floor(seconds / size)), unit)
  }
  return format().day.format(new Date(instant))
}

/** Whether the page is the browser's by now; not while it is rendered, nor while it is taken over. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

/** An ISO instant as a person reads it; the exact time, which is the browser's own, shows on hover. */
export function Moment({ at }: { at: string }) {
  const inBrowser = useInBrowser()
  return (
    <time dateTime={at} title={inBrowser ? exactMoment(at) : undefined}>
      {inBrowser ? describeMoment(at, Date.now()) : at.slice(0, 10)}
    </time>
  )
}

/** An ISO instant as its date and time of day. */
export function exactMoment(instant: string): string {
  return format().exact.format(new Date(instant))
}
