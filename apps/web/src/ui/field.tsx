import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

/** What a control needs to belong to its label, hint and error. */
interface ControlIds {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  children: (control: ControlIds) => ReactNode
}

/** A labelled control with its hint and its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** The message under a control; announced when it appears. */
export function FieldError({ id, message }: { id?: string; message: string | undefined }) {
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-sm font-medium text-danger not-empty:mt-1.5">
      {message && (
        <>
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{message}</span>
        </>
      )}
    </p>
  )
}

/** Why a form was rejected as a whole. It takes the focus: there is no field to put it into. */
export function FormError({ refusal }: { refusal: string | undefined }) {
  const error = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal) error.current?.focus()
  }, [refusal])
  if (!refusal) return null
  return (
    <div ref={error} tabIndex={-1}>
      <FieldError message={nothingLost(refusal)} />
    </div>
  )
}

/** Why something was rejected, and that what was typed is still there. */
export function nothingLost(refusal: string): string {
  return `${refusal}${/[.!?]$/.test(refusal) ? '' : '.'} Nothing you typed is lost.`
}
