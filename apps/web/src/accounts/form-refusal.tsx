import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface FormRefusalProps {
  /** What the provider or the server said; nothing shows without it. */
  message: string | undefined
  /** The same in plain words, with what to do. */
  children?: ReactNode
}

/** Why a form was refused, in red under it. */
export function FormRefusal({ message, children }: FormRefusalProps) {
  return (
    // Empty it takes no room: the form's gap is taken back.
    <div role="alert" className="empty:-mt-5">
      {message && (
        <div className="flex gap-2.5 rounded-xl bg-danger-soft px-4 py-3 text-sm text-danger">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            {children && <p className="font-medium">{children}</p>}
            <p className={children ? 'mt-0.5 text-xs break-words' : 'font-medium break-words'}>{message}</p>
          </div>
        </div>
      )}
    </div>
  )
}
