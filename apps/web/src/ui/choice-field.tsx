import { type ComponentProps, useId } from 'react'
import { FieldError } from './field.tsx'

interface Choice {
  value: string
  label: string
  /** What comes of it. */
  hint?: string
}

type ChoiceFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value'> & {
  label: string
  choices: readonly Choice[]
  error?: string | undefined
}

/** A labelled choice of one among few, all in sight. */
export function ChoiceField({ label, choices, error, ...input }: ChoiceFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="grid gap-2">
        {choices.map(({ value, label: choice, hint }) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-start gap-3 rounded-xl border border-outline/70 px-3.5 py-2.5 transition-colors hover:border-outline has-checked:border-accent has-checked:bg-accent-soft/50 has-focus-visible:outline-2 has-focus-visible:outline-accent/35"
          >
            <input
              {...input}
              type="radio"
              value={value}
              aria-invalid={Boolean(error)}
              aria-describedby={
                [hint ? `${id}-${value}` : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined
              }
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-medium">{choice}</span>
              {hint && (
                <span id={`${id}-${value}`} className="block text-sm text-muted">
                  {hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}
