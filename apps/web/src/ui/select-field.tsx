import { cx } from 'class-variance-authority'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { controlClass } from './text-field.tsx'

interface Option {
  value: string
  label: string
}

type SelectFieldProps = Omit<ComponentProps<'select'>, 'children'> & {
  label: string
  options: readonly Option[]
  placeholder?: string
  hint?: ReactNode
  error?: string | undefined
}

/** A labelled choice; the browser's own select, which phones show best. */
export function SelectField({ label, options, placeholder, hint, error, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className="relative">
          <select {...select} {...control} className={cx(controlClass, 'appearance-none pr-10')}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
          />
        </div>
      )}
    </Field>
  )
}
