import { SuspensionForm } from '@second-ring/contracts/accounts/moderation'
import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { useState } from 'react'
import toast from 'react-hot-toast'
import { RemovalDialog } from '#accounts/removal-dialog.tsx'
import { useUserActs } from '#accounts/use-user-acts.ts'
import { messageOf } from '#api-client/errors.ts'
import { useAccount } from '#session/session-context.ts'
import ReasonDialog from '#shell/reason-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { focusPageTitle } from '#ui/page-title.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { RemovalOfAdmin } from './removal-of-admin.tsx'
import { useAttempt } from './use-attempt.ts'
import { VerifySeller } from './verify-seller.tsx'

type Asked = 'unverify' | 'suspend' | 'lift' | 'end-sessions' | 'remove'

/** What an admin may do about a user, each after a question. */
export function UserActs({ user }: { user: UserDetails }) {
  const caller = useAccount()
  const acts = useUserActs()
  const [asked, setAsked] = useState<Asked>()
  const { id: userId } = user
  const name = shownName(user.name)
  const close = () => setAsked(undefined)
  const { busy, attempt } = useAttempt(close)

  if (caller?.id === userId) {
    return <p className="text-muted">This is your own account. You change it under ‘My account’.</p>
  }

  return (
    <Panel title="What you can do">
      <div className="grid grid-cols-1 gap-5">
        {user.role === 'SELLER' && !user.verified && user.setAsideAt === null && (
          <VerifySeller name={name} verify={note => acts.verify({ userId, name: user.name, ...(note && { note }) })} />
        )}
        {user.role === 'ADMIN' && (
          <RemovalOfAdmin user={user} acts={acts} callerId={caller?.id} onRemove={() => setAsked('remove')} />
        )}
        <div className="flex flex-wrap gap-3">
          {user.verified && (
            <Button variant="secondary" onClick={() => setAsked('unverify')}>
              Take verification back
            </Button>
          )}
          {user.role !== 'ADMIN' &&
            user.setAsideAt === null &&
            (user.suspension ? (
              <Button variant="secondary" onClick={() => setAsked('lift')}>
                Lift suspension
              </Button>
            ) : (
              <Button variant="danger" onClick={() => setAsked('suspend')}>
                Suspend
              </Button>
            ))}
          {user.counts.sessions > 0 && (
            <Button variant="secondary" onClick={() => setAsked('end-sessions')}>
              End sessions
            </Button>
          )}
          {user.role !== 'ADMIN' && (
            <Button variant="danger" onClick={() => setAsked('remove')}>
              Delete
            </Button>
          )}
        </div>
      </div>
      {asked === 'suspend' && (
        <ReasonDialog
          title={`Suspend ${name}?`}
          description="They are signed out at once and can do nothing until you lift it. Their products are hidden, unpaid bookings end, and paid orders that were not handed over are refunded."
          form={SuspensionForm}
          hint="They read it when they try to sign in, with whom to write to."
          confirmLabel="Suspend"
          done={`${name} is suspended`}
          act={reason => acts.suspend({ userId, reason })}
          onClose={close}
        />
      )}
      {asked === 'unverify' && (
        <ReasonDialog
          title={`Take the verification of ${name} back?`}
          description="The tick goes from beside their name on every product."
          form={SuspensionForm}
          hint="They read it."
          confirmLabel="Take it back"
          done={`${name} is not verified any more`}
          act={reason => acts.unverify({ userId, reason })}
          onClose={close}
        />
      )}
      {asked === 'end-sessions' && (
        <ReasonDialog
          title={`End the sessions of ${name}?`}
          description="They are signed out on every device, and can sign in again."
          hint="Admins read it in the audit."
          confirmLabel="End sessions"
          done={`${name} is signed out everywhere`}
          act={reason => acts.endSessions({ userId, reason })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asked === 'lift'}
        title={`Lift the suspension of ${name}?`}
        text="They can sign in again, and their hidden products are for sale again. Bookings that ended do not come back."
        confirmLabel="Lift suspension"
        variant="primary"
        busy={busy}
        onCancel={close}
        onConfirm={() => void attempt(() => acts.lift({ userId }), `${name} is not suspended any more`)}
      />
      {asked === 'remove' && (
        <RemovalDialog
          who={user.role}
          person={user}
          busy={busy}
          onConfirm={reasons => void attempt(() => acts.remove({ userId, ...reasons }), `${name} was removed`)}
          onCancel={close}
          onGone={error => {
            toast.error(messageOf(error))
            close()
          }}
          onClosed={focusPageTitle}
        />
      )}
    </Panel>
  )
}
