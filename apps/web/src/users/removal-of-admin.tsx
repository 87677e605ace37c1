import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { RemovalDialog } from '#accounts/removal-slot.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { DialogButton, useAct, useKeyedMutation } from '#ui/acts.tsx'
import { Button } from '#ui/button.tsx'
import { ActDialog } from '#ui/dialogs-on-demand.ts'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { shownName } from '#ui/shown-name.ts'

interface RemovalOfAdminProps {
  user: UserDetails
  callerId: string | undefined
}

/** The removal of an admin, which takes two others: one proposes it, another one confirms it within a day. */
export function RemovalOfAdmin({ user, callerId }: RemovalOfAdminProps) {
  const { id: userId, removalProposal: proposal } = user
  const { accounts } = useTRPC()
  const propose = useKeyedMutation(accounts.proposeRemoval.mutationOptions())
  const withdraw = useKeyedMutation(accounts.withdrawRemoval.mutationOptions())
  const { busy, run } = useAct()
  const name = shownName(user.name)

  if (proposal === null) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">
          An admin is removed by two others: one proposes it, another one confirms it within 24 hours. An admin cannot
          be suspended; their role is revoked on the command line.
        </p>
        <DialogButton
          variant="danger"
          dialog={close => (
            <ActDialog
              title={`Propose to remove ${name}?`}
              text="All other admins are told, they too. Another admin has 24 hours to confirm it; you can withdraw it until then."
              confirmLabel="Propose removal"
              done="Removal proposed"
              act={() => propose({ userId })}
              onClose={close}
            />
          )}
        >
          Propose removal
        </DialogButton>
      </div>
    )
  }
  const isOwn = proposal.proposedById === callerId
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
      <p>
        {isOwn ? 'You' : shownName(proposal.proposedByName)} proposed to remove this admin on{' '}
        <ExactMoment at={proposal.proposedAt} />. {isOwn ? 'Another admin' : 'You'} can confirm it until{' '}
        <ExactMoment at={proposal.expiresAt} />.
      </p>
      {isOwn ? (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void run(() => withdraw({ userId }), 'Proposal withdrawn')}
        >
          Withdraw the proposal
        </Button>
      ) : (
        <DialogButton
          variant="danger"
          dialog={close => <RemovalDialog who="ADMIN" person={user} done={`${name} was removed`} onClose={close} />}
        >
          Confirm: delete this admin
        </DialogButton>
      )}
    </div>
  )
}
