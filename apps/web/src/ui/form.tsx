import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, use, useEffect, useState } from 'react'
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { isNotSent, messageOf } from '#api-client/errors.ts'
import { Button } from './button.tsx'
import { FormError } from './field.tsx'
import { type FormDraft, TypedTextContext } from './typed-text.ts'
import { useOffline } from './use-offline.ts'

/** The type of an error that was not sent, for there was no connection. */
const NOT_SENT = 'notSent'

interface FormOptions<Typed extends FieldValues, Filled> {
  schema: z.core.$ZodType<Filled, Typed>
  defaultValues: DefaultValues<Typed>
  /** Sends what was filled in. What it throws is said under the form. */
  send: (filled: Filled, form: UseFormReturn<Typed, unknown, Filled>) => Promise<unknown>
  /** What an error says to people, of what is not sent to the API. */
  errorText?: (error: unknown) => string
  /** Where what is typed is stored until it is sent; `send` clears it. Texts alone. */
  draft?: FormDraft | undefined
}

/** A form that is checked by a schema, and keeps what was typed when it could not be sent. */
export function useSentForm<Typed extends FieldValues, Filled>(options: FormOptions<Typed, Filled>) {
  const { schema, defaultValues, send, errorText = messageOf, draft } = options
  const [before] = useState(() => draft?.read() ?? {})
  const form = useForm<Typed, unknown, Filled>({
    resolver: zodResolver(schema),
    defaultValues: { ...defaultValues, ...before },
  })
  const { register, handleSubmit, setError, getFieldState, formState, watch } = form
  const isOffline = useOffline()
  useEffect(() => {
    if (!draft) return
    const { unsubscribe } = watch(fields => draft.store(fields))
    return unsubscribe
  }, [watch, draft])

  const { root } = formState.errors
  // With the connection back it says nothing that is so.
  const isOver = root?.type === NOT_SENT && !isOffline

  const submit = handleSubmit(async filled => {
    try {
      await send(filled, form)
    } catch (error) {
      setError('root', { type: isNotSent(error) ? NOT_SENT : 'server', message: errorText(error) })
    }
  })

  return {
    ...form,
    busy: formState.isSubmitting,
    /** Whether anything was typed or chosen, now or in a draft. */
    isChanged: Object.keys(formState.dirtyFields).length > 0 || Object.keys(before).length > 0,
    draft,
    /** Why it could not be sent; undefined from the next try on, and once that is no longer so. */
    problem: isOver ? undefined : root?.message,
    submit,
    /** The props of a field's control. */
    field: (name: FieldPath<Typed>) => ({ ...register(name), error: getFieldState(name, formState).error?.message }),
  }
}

interface FormProps {
  form: {
    busy: boolean
    isChanged: boolean
    draft: FormDraft | undefined
    problem: string | undefined
    submit: (event: React.SyntheticEvent) => Promise<void>
  }
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
  useTypedText(form)
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

/** Tells the dialog around a form what would be lost with it. While it is sent nothing is. */
function useTypedText({ isChanged, busy, draft }: Pick<FormProps['form'], 'isChanged' | 'busy' | 'draft'>) {
  const tell = use(TypedTextContext)
  const isUnsent = isChanged && !busy
  useEffect(() => {
    if (!tell || !isUnsent) return
    tell({ draft })
    return () => tell(undefined)
  }, [tell, isUnsent, draft])
}
