import type { Account } from '@second-ring/contracts/accounts/account'
import { ChangeNameInput } from '@second-ring/contracts/accounts/own-account'
import { useTRPC } from '#api-client/trpc.ts'
import { useSession } from '#session/session-context.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

/** The form that changes one's name. Keeps what was typed when it could not be sent. */
export default function ChangeName({ account }: { account: Pick<Account, 'name' | 'verified'> }) {
  const session = useSession()
  const changeName = useKeyedMutation(useTRPC().accounts.changeName.mutationOptions())
  const form = useSentForm({
    schema: ChangeNameInput,
    defaultValues: { name: account.name },
    send: async (filled, { reset }) => {
      const { name } = await changeName(filled)
      reset({ name })
      const tickGone = account.verified && filled.name !== account.name
      toast.success(tickGone ? 'Your name is changed, and the tick is gone' : 'Your name is changed')
      await session.refresh().catch(() => undefined)
    },
  })
  return (
    <Form
      form={form}
      action="Save name"
      variant="secondary"
      className="max-w-md gap-4"
      buttonClass="justify-self-start"
    >
      <TextField
        label="Your name"
        autoComplete="name"
        hint="Others see it on your phones and your orders. Names that you typed on your posts stay as they are."
        {...form.field('name')}
      />
      {account.verified && (
        <p className="text-sm">
          You are a verified seller. With a new name the tick goes, until an admin verifies you again.
        </p>
      )}
    </Form>
  )
}
