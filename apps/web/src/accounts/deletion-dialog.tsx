import { DELETE_WORD, type DeletionPreview, RequestDeletionInput } from '@second-ring/contracts/accounts/own-account'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useSession } from '#session/session-context.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
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
  const requestDeletion = useKeyedMutation(useTRPC().accounts.requestDeletion.mutationOptions())
  const form = useSentForm<{ confirmation: string }, RequestDeletionInput>({
    schema: RequestDeletionInput,
    defaultValues: { confirmation: '' },
    send: async filled => {
      const { deletesAt } = await requestDeletion(filled)
      toast.success(`Your account will be deleted on ${exactMoment(deletesAt)}`)
      await session.refresh().catch(() => undefined)
      onDone()
    },
  })
  return (
    <Form
      form={form}
      action="Delete my account"
      variant="final"
      className="mt-5 gap-4"
      other={
        <Button variant="secondary" onClick={onDone}>
          Keep my account
        </Button>
      }
    >
      <TextField
        label={`Type ${DELETE_WORD} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        {...form.field('confirmation')}
      />
    </Form>
  )
}
