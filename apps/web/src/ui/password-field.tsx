import { cx } from 'class-variance-authority'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'
import { controlClass } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: string
  hint?: string
  error?: string | undefined
}

/** A labelled password that its owner may look at while typing. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} error={error}>
      {control => (
        <div className="relative">
          <input {...input} {...control} type={shown ? 'text' : 'password'} className={cx(controlClass, 'pr-13')} />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-label={shown ? 'Hide what is typed' : 'Show what is typed'}
            className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-full text-muted hover:text-ink"
          >
            {shown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
          </button>
        </div>
      )}
    </Field>
  )
}
