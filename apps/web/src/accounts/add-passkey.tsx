import type { RegisterPasskeyOutput } from '@second-ring/contracts/factor/factor'
import { PasskeyName } from '@second-ring/contracts/factor/passkeys'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { describePasskeyError, makePasskey } from './passkeys-in-browser.ts'

const PasskeyForm = z.object({ name: PasskeyName })
type PasskeyForm = z.infer<typeof PasskeyForm>

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
  const form = useSentForm({ schema: PasskeyForm, defaultValues: { name: '' }, send: add })

  async function add({ name }: PasskeyForm): Promise<void> {
    setProblem(undefined)
    const link = setUp === undefined ? {} : { setUp }
    try {
      const passkey = await makePasskey(await start.mutateAsync(link))
      onAdded(await finish.mutateAsync({ name, passkey, ...link }))
      form.reset()
    } catch (error) {
      setProblem(describePasskeyError(error))
    }
  }

  return (
    <Form form={form} action="Add a passkey" variant="secondary" buttonClass="justify-self-start">
      <TextField
        label="Name of the new passkey"
        hint="So that you know it again, such as: work laptop."
        autoComplete="off"
        {...form.field('name')}
      />
      <FormFailure message={problem} />
    </Form>
  )
}
