import { cx } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

type FieldText = { label: string; hint?: ReactNode; error?: string | undefined }

// 16 px text keeps phones from zooming in on focus.
export const controlClass = cx(
  'block w-full min-h-12 rounded-xl border border-outline/70 bg-surface px-3.5 text-base text-ink transition-colors',
  'placeholder:text-muted/80 hover:border-outline focus:border-accent focus:outline-2 focus:outline-accent/35 focus:outline-offset-0',
  'aria-invalid:border-danger aria-invalid:focus:outline-danger/30',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
)

/** A labelled line of text. */
export function TextField({
  label,
  hint,
  error,
  prefix,
  ...input
}: Omit<ComponentProps<'input'>, 'prefix'> & FieldText & { prefix?: string }) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className="relative">
          {prefix && (
            <span aria-hidden="true" className="absolute inset-y-0 left-3.5 grid place-items-center text-muted">
              {prefix}
            </span>
          )}
          <input {...input} {...control} className={cx(controlClass, prefix && 'pl-7.5')} />
        </div>
      )}
    </Field>
  )
}

/** A labelled text of several lines. */
export function TextAreaField({ label, hint, error, ...area }: ComponentProps<'textarea'> & FieldText) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => <textarea rows={5} {...area} {...control} className={cx(controlClass, 'py-3 leading-relaxed')} />}
    </Field>
  )
}
