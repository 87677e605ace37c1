import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import toast from 'react-hot-toast'
import type { LinkedSignIn } from '#session/identity/identity.ts'
import { useAccount } from '#session/session-context.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Panel } from '#ui/panel.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { useAccountDependencies } from './account-dependencies.ts'
import { mailProblem } from './provider-error.ts'

const names: Record<string, string> = { password: 'Password', 'google.com': 'Google' }

const nameOf = ({ providerId }: LinkedSignIn) => names[providerId] ?? providerId

/** Every way in to one's account that the identity provider has; what somebody else has linked can be unlinked. */
export function SignInsSection() {
  const account = useAccount()
  const { loadIdentity } = useAccountDependencies()
  const query = useQuery({
    queryKey: ['sign-ins', account?.id],
    queryFn: async () => {
      const identity = await loadIdentity()
      await identity.ready()
      return identity.signIns()
    },
    staleTime: 0,
  })
  if (!account) return null
  return (
    <Panel title="How you log in">
      <QueryData query={query} what="your ways to log in" errorText={mailProblem}>
        {signIns => <SignIns signIns={signIns} email={account.email} />}
      </QueryData>
    </Panel>
  )
}

function SignIns({ signIns, email }: { signIns: LinkedSignIn[]; email: string }) {
  const { loadIdentity } = useAccountDependencies()
  const queries = useQueryClient()
  const [toUnlink, setToUnlink] = useState<LinkedSignIn>()
  const [busy, setBusy] = useState(false)
  const hasPassword = signIns.some(({ providerId }) => providerId === 'password')

  async function unlink({ providerId }: LinkedSignIn) {
    setBusy(true)
    try {
      const identity = await loadIdentity()
      await identity.unlink(providerId)
      toast.success('Unlinked')
    } catch (error) {
      toast.error(mailProblem(error))
    }
    await queries.invalidateQueries({ queryKey: ['sign-ins'] })
    setBusy(false)
    setToUnlink(undefined)
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {signIns.map(signIn => {
          const isPassword = signIn.providerId === 'password'
          const isForeign = !isPassword && signIn.email !== email
          return (
            <li
              key={signIn.providerId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0"
            >
              <div className="min-w-0">
                <p className="font-semibold">{nameOf(signIn)}</p>
                <p className="text-muted text-sm wrap-anywhere">
                  {isPassword ? `With ${email}` : signIn.email}
                  {isForeign &&
                    '. It opens nothing here, because it is not your email. If you do not know it, unlink it.'}
                </p>
              </div>
              {!isPassword && hasPassword && (
                <Button
                  variant="secondary"
                  aria-label={`Unlink ${nameOf(signIn)}, ${signIn.email}`}
                  onClick={() => setToUnlink(signIn)}
                >
                  Unlink
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        open={toUnlink !== undefined}
        title={`Unlink ${toUnlink ? nameOf(toUnlink) : ''}?`}
        text="You log in with your password from then on. A browser that logged in this way is logged out within the hour."
        confirmLabel="Unlink"
        busy={busy}
        onCancel={() => setToUnlink(undefined)}
        onConfirm={() => toUnlink && void unlink(toUnlink)}
      />
    </>
  )
}
