import { zodResolver } from '@hookform/resolvers/zod'
import { ChangeNameInput } from '@second-ring/contracts/accounts/own-account'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useAccount, useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/field.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import { LeavingNotice } from './leaving-notice.tsx'

/** The name of one's account, to be changed. Keeps what was typed when it could not be. */
export function NameSection() {
  const session = useSession()
  const account = useAccount()
  const changeName = useAttemptKey(useMutation(useTRPC().accounts.changeName.mutationOptions()).mutateAsync)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(ChangeNameInput),
    defaultValues: { name: account?.name ?? '' },
  })
  const { errors, isSubmitting } = formState

  async function save(form: ChangeNameInput) {
    setProblem(undefined)
    try {
      const { name } = await changeName(form)
      reset({ name })
    } catch (error) {
      return setProblem(messageOf(error))
    }
    const tickGone = account?.verified && form.name !== account.name
    toast.success(tickGone ? 'Your name is changed, and the tick is gone' : 'Your name is changed')
    await session.refresh().catch(() => undefined)
  }

  if (account?.deletesAt !== undefined) {
    return (
      <Panel title="Name">
        <p className="mb-3 wrap-anywhere">{account.name}</p>
        <LeavingNotice what="Your name stays as it is." />
      </Panel>
    )
  }
  return (
    <Panel title="Name">
      <form noValidate onSubmit={event => void handleSubmit(save)(event)} className="grid max-w-md gap-4">
        <TextField
          label="Your name"
          autoComplete="name"
          hint="Others see it on your phones and your orders. Names that you typed on your posts stay as they are."
          error={errors.name?.message}
          {...register('name')}
        />
        {account?.verified && (
          <p className="text-sm">
            You are a verified seller. With a new name the tick goes, until an admin verifies you again.
          </p>
        )}
        <FormError refusal={problem} />
        <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting}>
          Save name
        </Button>
      </form>
    </Panel>
  )
}
