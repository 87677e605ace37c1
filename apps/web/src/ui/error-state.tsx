import { RefreshCw, Unplug } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { useFocusOnLeaving } from './use-focus-on-leaving.ts'

interface ErrorStateProps {
  title: string
  text: string
  onRetry: () => void
  busy?: boolean
}

/** Says that something could not be loaded, and offers another try. */
export function ErrorState({ title, text, onRetry, busy = false }: ErrorStateProps) {
  const panel = useRef<HTMLDivElement>(null)
  useFocusOnLeaving(panel)
  return (
    <div
      ref={panel}
      role="alert"
      className="grid justify-items-center rounded-card border border-line bg-surface px-6 py-12 text-center"
    >
      <span aria-hidden="true" className="mb-4 grid size-14 place-items-center rounded-full bg-warm-soft text-warm-ink">
        <Unplug className="size-6" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      <p className="mt-1 max-w-md text-muted">{text}</p>
      <Button variant="secondary" className="mt-6" busy={busy} onClick={onRetry}>
        <RefreshCw aria-hidden="true" className="size-4" />
        Try again
      </Button>
    </div>
  )
}
