import type { UserDetails } from '@second-ring/contracts/accounts/user-details'
import { useState } from 'react'
import type { useUserActs } from '#accounts/use-user-acts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { shownName } from '#ui/shown-name.ts'
import { useAttempt } from './use-attempt.ts'

interface RemovalOfAdminProps {
  user: UserDetails
  acts: ReturnType<typeof useUserActs>
  callerId: string | undefined
  /** Asks to confirm the proposal of another admin. */
  onRemove: () => void
}

/** The removal of an admin, which takes two others: one proposes it, another one confirms it within a day. */
export function RemovalOfAdmin({ user, acts, callerId, onRemove }: RemovalOfAdminProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { id: userId, removalProposal: proposal } = user
  const name = shownName(user.name)
  const { busy, attempt } = useAttempt(() => setIsAsked(false))

  if (proposal === null) {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">
          An admin is removed by two others: one proposes it, another one confirms it within 24 hours. An admin cannot
          be suspended; their role is revoked on the command line.
        </p>
        <Button variant="danger" onClick={() => setIsAsked(true)}>
          Propose removal
        </Button>
        <ConfirmDialog
          open={isAsked}
          title={`Propose to remove ${name}?`}
          text="All other admins are told, they too. Another admin has 24 hours to confirm it; you can withdraw it until then."
          confirmLabel="Propose removal"
          busy={busy}
          onCancel={() => setIsAsked(false)}
          onConfirm={() => void attempt(() => acts.propose({ userId }), 'Removal proposed')}
        />
      </div>
    )
  }
  const isOwn = proposal.proposedById === callerId
  return (
    <div className="grid justify-items-start gap-3 rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
      <p>
        {isOwn ? 'You' : shownName(proposal.proposedByName)} proposed to remove this admin on{' '}
        <time dateTime={proposal.proposedAt}>{exactMoment(proposal.proposedAt)}</time>.{' '}
        {isOwn ? 'Another admin' : 'You'} can confirm it until{' '}
        <time dateTime={proposal.expiresAt}>{exactMoment(proposal.expiresAt)}</time>.
      </p>
      {isOwn ? (
        <Button
          variant="secondary"
          busy={busy}
          onClick={() => void attempt(() => acts.withdraw({ userId }), 'Proposal withdrawn')}
        >
          Withdraw the proposal
        </Button>
      ) : (
        <Button variant="danger" onClick={onRemove}>
          Confirm: delete this admin
        </Button>
      )}
    </div>
  )
}
