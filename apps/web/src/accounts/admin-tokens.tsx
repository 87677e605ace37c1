import type { MyFactorOutput } from '@second-ring/contracts/factor/factor'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#api-client/trpc.ts'
import { useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'

interface AdminTokensProps {
  tokens: MyFactorOutput['tokens']
}

/** An admin's tokens for REST: makes one, which is shown once, and revokes them. */
export function AdminTokens({ tokens }: AdminTokensProps) {
  // It is shown once, and waits for nothing.
  const make = useMutation(useTRPC().factor.makeToken.mutationOptions({ meta: { inBackground: true } }))
  const revoke = useKeyedMutation(useTRPC().factor.revokeToken.mutationOptions())
  const [made, setMade] = useState<string>()
  const making = useAct()
  const revoking = useAct()

  async function makeOne() {
    setMade((await make.mutateAsync()).token)
  }

  async function revokeOne(tokenId: string) {
    await revoke({ tokenId })
    setMade(undefined)
  }

  return (
    <Panel title="Tokens for other clients">
      <p className="mb-4 text-muted">
        A token verifies, suspends and removes users, lifts suspensions, freezes and releases payouts, and removes
        posts, on the REST API without a passkey, for 24 hours. Whoever has it can do that.
      </p>
      <ul className="mb-4 grid gap-2 empty:hidden">
        {tokens.map(({ id, expiresAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 rounded-xl bg-sunken px-4 py-2">
            Until {exactMoment(expiresAt)}
            <Button
              variant="danger"
              size="small"
              aria-label={`Revoke the token until ${exactMoment(expiresAt)}`}
              onClick={() => void revoking.run(() => revokeOne(id), 'Token revoked')}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      <div role="status" className="mb-4 empty:hidden">
        {made && (
          <TextField
            label="The new token"
            hint="It is shown this once: copy it now."
            readOnly
            value={made}
            onFocus={event => event.currentTarget.select()}
          />
        )}
      </div>
      <Button variant="secondary" busy={making.busy} onClick={() => void making.run(makeOne)}>
        Make a token
      </Button>
    </Panel>
  )
}
