import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'

interface FormRefusalProps {
  /** What the provider or the server said; nothing shows without it. */
  message: string | undefined
  /** The same in plain words, with what to do. */
  children?: ReactNode
}

/** Why a form was rejected, in red under it. It takes the focus, so that it is on the screen and read out. */
export function FormFailure({ message, children }: FormRefusalProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) panel.current?.focus()
  }, [message])

  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <div ref={panel} tabIndex={-1} className="flex gap-2.5 rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            {children && <p className="font-medium">{children}</p>}
            <p className={children ? 'mt-0.5 text-xs wrap-anywhere' : 'font-medium wrap-anywhere'}>{message}</p>
          </div>
        </div>
      )}
    </div>
  )
}
