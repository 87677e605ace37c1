import { zodResolver } from '@hookform/resolvers/zod'
import type { RegisterPasskeyOutput } from '@second-ring/contracts/factor/factor'
import { PasskeyName } from '@second-ring/contracts/factor/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { describePasskeyError, makePasskey } from './passkeys-in-browser.ts'

const Form = z.object({ name: PasskeyName })
type Form = z.infer<typeof Form>

interface AddPasskeyProps {
  /** What the set-up link carries that led here. */
  setUp: string | undefined
  onAdded: (added: RegisterPasskeyOutput) => void
}

/** Names a passkey, and has the browser make it. */
export function AddPasskey({ setUp, onAdded }: AddPasskeyProps) {
  const start = useMutation(useTRPC().factor.startPasskey.mutationOptions())
  const finish = useMutation(useTRPC().factor.registerPasskey.mutationOptions({ meta: { inBackground: true } }))
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState, reset } = useForm({
    resolver: zodResolver(Form),
    defaultValues: { name: '' },
  })

  async function add({ name }: Form) {
    setProblem(undefined)
    const link = setUp === undefined ? {} : { setUp }
    try {
      const passkey = await makePasskey(await start.mutateAsync(link))
      onAdded(await finish.mutateAsync({ name, passkey, ...link }))
      reset()
    } catch (error) {
      setProblem(describePasskeyError(error))
    }
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(add)(event)} className="grid grid-cols-1 gap-4">
      <TextField
        label="Name of the new passkey"
        hint="So that you know it again, such as: work laptop."
        autoComplete="off"
        error={formState.errors.name?.message}
        {...register('name')}
      />
      <FormFailure message={problem} />
      <Button type="submit" variant="secondary" busy={formState.isSubmitting} className="justify-self-start">
        Add a passkey
      </Button>
    </form>
  )
}
