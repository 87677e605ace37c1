import { CloudOff } from 'lucide-react'
import { exactMoment } from './moment.tsx'
import { useOffline } from './use-offline.ts'

interface SeenAtProps {
  /** When the data was read, in milliseconds since 1970. */
  at: number
  /** What may be otherwise by now. */
  children: string
  className?: string
}

/** Says how old what is shown is, while it cannot be read again. */
export function SeenAt({ at, children, className = 'mb-4' }: SeenAtProps) {
  if (!useIsOld(at)) return null
  const instant = new Date(at).toISOString()
  return (
    <p className={`flex items-start gap-2 text-sm text-muted ${className}`}>
      <CloudOff aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        Seen at <time dateTime={instant}>{isToday(at) ? timeOfDay.format(at) : exactMoment(instant)}</time>. {children}
      </span>
    </p>
  )
}

/** Whether data is of an earlier visit, or cannot be read again now. */
export function useIsOld(at: number): boolean {
  return useOffline() || at < performance.timeOrigin
}

const timeOfDay = new Intl.DateTimeFormat('en', { timeStyle: 'short' })

function isToday(at: number): boolean {
  return new Date(at).toDateString() === new Date().toDateString()
}
