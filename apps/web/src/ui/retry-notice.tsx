import { Button } from './button.tsx'

interface RetryNoticeProps {
  title: string
  text: string
  busy: boolean
  onRetry: () => void
}

/** Says that something could not be read, and why, with a button to try again. */
export function RetryNotice({ title, text, busy, onRetry }: RetryNoticeProps) {
  return (
    <div role="alert" className="rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger">
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
