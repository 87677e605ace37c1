import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { ModerationDialog } from '#accounts/moderation-slot.ts'
import { RemovalDialog } from '#accounts/removal-slot.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useAccount } from '#session/session-context.ts'
import { DialogButton, useKeyedMutation } from '#ui/acts.tsx'
import { ActDialog, ReasonDialog } from '#ui/dialogs-on-demand.ts'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { RemovalOfAdmin } from './removal-of-admin.tsx'
import { VerifySeller } from './verify-seller.tsx'

/** What an admin may do about a user, each after a question. */
export function UserActs({ user }: { user: UserDetails }) {
  const caller = useAccount()
  const { accounts } = useTRPC()
  const unverify = useKeyedMutation(accounts.unverifySeller.mutationOptions())
  const suspend = useKeyedMutation(accounts.suspend.mutationOptions())
  const lift = useKeyedMutation(accounts.liftSuspension.mutationOptions())
  const endSessions = useKeyedMutation(accounts.endUserSessions.mutationOptions())
  const { id: userId } = user
  const name = shownName(user.name)
  if (caller?.id === userId) {
    return <p className="text-muted">This is your own account. You change it under ‘My account’.</p>
  }

  return (
    <Panel title="What you can do">
      <div className="grid grid-cols-1 gap-5">
        {user.role === 'SELLER' && !user.verified && user.setAsideAt === null && <VerifySeller seller={user} />}
        {user.role === 'ADMIN' && <RemovalOfAdmin user={user} callerId={caller?.id} />}
        <div className="flex flex-wrap gap-3">
          {user.verified && (
            <DialogButton
              variant="secondary"
              dialog={close => (
                <ModerationDialog
                  title={`Take the verification of ${name} back?`}
                  description="The tick goes from beside their name on every product."
                  hint="They read it."
                  action="Take it back"
                  done={`${name} is not verified any more`}
                  act={reason => unverify({ userId, reason })}
                  onClose={close}
                />
              )}
            >
              Take verification back
            </DialogButton>
          )}
          {user.role !== 'ADMIN' && user.setAsideAt === null && user.suspension && (
            <DialogButton
              variant="secondary"
              dialog={close => (
                <ActDialog
                  title={`Lift the suspension of ${name}?`}
                  text="They can sign in again, and their hidden products are for sale again. Bookings that ended do not come back."
                  confirmLabel="Lift suspension"
                  variant="primary"
                  done={`${name} is not suspended any more`}
                  act={() => lift({ userId })}
                  onClose={close}
                />
              )}
            >
              Lift suspension
            </DialogButton>
          )}
          {user.role !== 'ADMIN' && user.setAsideAt === null && !user.suspension && (
            <DialogButton
              variant="danger"
              dialog={close => (
                <ModerationDialog
                  title={`Suspend ${name}?`}
                  description="They are signed out at once and can do nothing until you lift it. Their products are hidden, unpaid bookings end, and paid orders that were not handed over are refunded. The money for what they have just got is held, and you can report a problem with it for them."
                  hint="They read it when they try to sign in, with whom to write to."
                  action="Suspend"
                  done={`${name} is suspended`}
                  act={reason => suspend({ userId, reason })}
                  onClose={close}
                />
              )}
            >
              Suspend
            </DialogButton>
          )}
          {user.counts.sessions > 0 && (
            <DialogButton
              variant="secondary"
              dialog={close => (
                <ReasonDialog
                  title={`End the sessions of ${name}?`}
                  description="They are signed out on every device, and can sign in again."
                  hint="Admins read it in the audit."
                  action="End sessions"
                  done={`${name} is signed out everywhere`}
                  act={reason => endSessions({ userId, reason })}
                  onClose={close}
                />
              )}
            >
              End sessions
            </DialogButton>
          )}
          {user.role !== 'ADMIN' && (
            <DialogButton
              variant="danger"
              dialog={close => (
                <RemovalDialog who={user.role} person={user} done={`${name} was removed`} onClose={close} />
              )}
            >
              Delete
            </DialogButton>
          )}
        </div>
      </div>
    </Panel>
  )
}
