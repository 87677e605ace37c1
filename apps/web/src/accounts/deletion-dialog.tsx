import { zodResolver } from '@hookform/resolvers/zod'
import { DELETE_WORD, type DeletionPreview, RequestDeletionInput } from '@second-ring/contracts/accounts/own-account'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import toast from 'react-hot-toast'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAttemptKey } from '#api-client/use-attempt-key.ts'
import { useSession } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { deletionConsequences } from './deletion-consequences.ts'

/** Says what the deletion of one's account does, with the numbers as they stand, and asks for a typed word. */
export default function DeletionDialog({ onClose }: { onClose: () => void }) {
  const preview = useQuery(useTRPC().accounts.previewDeletion.queryOptions(undefined, { staleTime: 0, gcTime: 0 }))
  return (
    <Dialog open onClose={onClose} title="Delete your account?">
      <div role="status">
        {preview.isPending && (
          <>
            <span className="sr-only">Finding out what would happen</span>
            <Skeleton className="h-28" />
          </>
        )}
        {preview.isSuccess && <Consequences preview={preview.data} />}
      </div>
      {preview.isError && (
        <RetryNotice
          title="We could not find out what would happen."
          text={messageOf(preview.error)}
          busy={preview.isFetching}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.data?.obstacle === null && <ConfirmForm onDone={onClose} />}
    </Dialog>
  )
}

function Consequences({ preview }: { preview: DeletionPreview }) {
  if (preview.obstacle !== null) {
    return <p className="rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">{preview.obstacle}</p>
  }
  return (
    <ul className="grid list-disc gap-1.5 pl-5">
      {deletionConsequences(preview).map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const session = useSession()
  const requestDeletion = useAttemptKey(useMutation(useTRPC().accounts.requestDeletion.mutationOptions()).mutateAsync)
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<{ confirmation: string }, unknown, RequestDeletionInput>({
    resolver: zodResolver(RequestDeletionInput),
    defaultValues: { confirmation: '' },
  })
  const { errors, isSubmitting } = formState

  async function send(form: RequestDeletionInput) {
    setProblem(undefined)
    try {
      const { deletesAt } = await requestDeletion(form)
      toast.success(`Your account will be deleted on ${exactMoment(deletesAt)}`)
    } catch (error) {
      return setProblem(messageOf(error))
    }
    await session.refresh().catch(() => undefined)
    onDone()
  }

  return (
    <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="mt-5 grid gap-4">
      <TextField
        label={`Type ${DELETE_WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        error={errors.confirmation?.message}
        {...register('confirmation')}
      />
      <FormError refusal={problem} />
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button variant="secondary" onClick={onDone}>
          Keep my account
        </Button>
        <Button type="submit" variant="final" busy={isSubmitting}>
          Delete my account
        </Button>
      </div>
    </form>
  )
}
