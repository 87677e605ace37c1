import { ProveByCodeInput } from '@second-ring/contracts/factor/factor'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextField } from '#ui/text-field.tsx'
import { FormFailure } from './form-failure.tsx'
import { describePasskeyError, signWithPasskey } from './passkeys-in-browser.ts'

interface FactorDialogProps {
  /** Told whether the user has proven that it is them. */
  onEnd: (isProven: boolean) => void
}

/** Asks an admin to prove that it is them, by a passkey or a recovery code, before what they were about to do. */
export default function FactorDialog({ onEnd }: FactorDialogProps) {
  const factor = useQuery(useTRPC().factor.mine.queryOptions(undefined, { staleTime: 0 }))
  const hasPasskey = factor.data && factor.data.passkeys.length > 0
  const description = factor.data && !hasPasskey ? 'This needs a passkey, and you have none yet.' : ASK
  return (
    <Dialog open onClose={() => onEnd(false)} title="Is it you?" description={description}>
      {factor.isPending && (
        <div role="status">
          <span className="sr-only">Looking for your passkeys</span>
          <Skeleton className="h-11 w-full" />
        </div>
      )}
      {factor.isError && (
        <div className="grid gap-4">
          <FormFailure message={messageOf(factor.error)}>We could not find out how you can prove it.</FormFailure>
          <Button variant="secondary" busy={factor.isFetching} onClick={() => void factor.refetch()}>
            Try again
          </Button>
        </div>
      )}
      {factor.data && !hasPasskey && (
        <Link to="/dashboard/account" className={buttonClass()} onClick={() => onEnd(false)}>
          Set up a passkey
        </Link>
      )}
      {hasPasskey && <Ways hasCodes={factor.data.recoveryCodesLeft > 0} onProven={() => onEnd(true)} />}
    </Dialog>
  )
}

const ASK = 'Prove it once, and you are not asked again for ten minutes.'

function Ways({ hasCodes, onProven }: { hasCodes: boolean; onProven: () => void }) {
  const [byCode, setByCode] = useState(false)
  return (
    <div className="grid gap-4">
      {byCode ? <ByCode onProven={onProven} /> : <ByPasskey onProven={onProven} />}
      {hasCodes && (
        <Button variant="quiet" onClick={() => setByCode(before => !before)}>
          {byCode ? 'Use a passkey instead' : 'Use a recovery code instead'}
        </Button>
      )}
    </div>
  )
}

function ByPasskey({ onProven }: { onProven: () => void }) {
  const start = useMutation(useTRPC().factor.startProof.mutationOptions())
  const prove = useMutation(useTRPC().factor.proveByPasskey.mutationOptions())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function ask() {
    setBusy(true)
    setProblem(undefined)
    try {
      await prove.mutateAsync({ answer: await signWithPasskey(await start.mutateAsync()) })
      onProven()
    } catch (error) {
      setProblem(describePasskeyError(error))
      setBusy(false)
    }
  }

  return (
    <>
      <FormFailure message={problem} />
      <Button autoFocus busy={busy} onClick={() => void ask()}>
        Use a passkey
      </Button>
    </>
  )
}

function ByCode({ onProven }: { onProven: () => void }) {
  const prove = useMutation(useTRPC().factor.proveByCode.mutationOptions())
  const form = useSentForm({
    schema: ProveByCodeInput,
    defaultValues: { code: '' },
    send: async filled => {
      await prove.mutateAsync(filled)
      onProven()
    },
  })
  return (
    <Form form={form} action="Use this code">
      <TextField
        label="Recovery code"
        hint="Each works once."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        {...form.field('code')}
      />
    </Form>
  )
}
