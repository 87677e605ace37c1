import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { MODERATION_REASON_MAX_LENGTH } from '@second-ring/contracts/limits'
import { useState } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { nothingLost } from '#ui/field.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

/** Verifies a seller in one click; what was checked may be noted before. */
export function VerifySeller({ seller: { id: userId, name } }: { seller: UserDetails }) {
  const verify = useKeyedMutation(useTRPC().accounts.verifySeller.mutationOptions())
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    setError(undefined)
    try {
      await verify({ userId, name, ...(note.trim() && { note: note.trim() }) })
      toast.success(`Seller ${shownName(name)} verified successfully`)
    } catch (refused) {
      setError(nothingLost(messageOf(refused)))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3"
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <div className="w-full max-w-md">
        <TextField
          label="What was checked (optional)"
          hint="Admins read it here and in the audit."
          maxLength={MODERATION_REASON_MAX_LENGTH}
          value={note}
          error={error}
          onChange={event => setNote(event.target.value)}
        />
      </div>
      <Button type="submit" busy={busy} className="sm:mt-6.5">
        Verify seller
      </Button>
    </form>
  )
}
