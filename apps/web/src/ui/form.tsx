import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'

interface FormOptions<Typed extends FieldValues, Filled> {
  schema: z.core.$ZodType<Filled, Typed>
  defaultValues: DefaultValues<Typed>
  /** Sends what was filled in. What it throws is said under the form. */
  send: (filled: Filled, form: UseFormReturn<Typed, unknown, Filled>) => Promise<unknown>
  /** What an error says to people, of what is not sent to the API. */
  errorText?: (error: unknown) => string
}

/** A form that is checked by a schema, and keeps what was typed when it could not be sent. */
export function useSentForm<Typed extends FieldValues, Filled>(options: FormOptions<Typed, Filled>) {
  const { schema, defaultValues, send, errorText = messageOf } = options
  const form = useForm<Typed, unknown, Filled>({ resolver: zodResolver(schema), defaultValues })
  const { register, handleSubmit, setError, getFieldState, formState } = form

  const submit = handleSubmit(async filled => {
    try {
      await send(filled, form)
    } catch (error) {
      setError('root', { message: errorText(error) })
    }
  })

  return {
    ...form,
    busy: formState.isSubmitting,
    /** Why it could not be sent; undefined from the next try on. */
    problem: formState.errors.root?.message,
    submit,
    /** The props of a field's control. */
    field: (name: FieldPath<Typed>) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
  }
}

interface FormProps {
  form: { busy: boolean; problem: string | undefined; submit: (event: React.SyntheticEvent) => Promise<void> }
  /** What the button says that sends it. */
  action: string
  variant?: 'primary' | 'secondary' | 'final'
  className?: string
  buttonClass?: string
  /** The way out, beside the button. */
  other?: ReactNode
  children: ReactNode
}

/** The fields of a form, why it could not be sent, and the button that sends it. */
export function Form(props: FormProps) {
  const { form, action, variant = 'primary', className = 'gap-4', buttonClass, other, children } = props
  const button = (
    <Button type="submit" variant={variant} busy={form.busy} className={buttonClass}>
      {action}
    </Button>
  )
  return (
    <form noValidate onSubmit={event => void form.submit(event)} className={`grid grid-cols-1 ${className}`}>
      {children}
      <FormError refusal={form.problem} />
      {other ? (
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          {other}
          {button}
        </div>
      ) : (
        button
      )}
    </form>
  )
}
