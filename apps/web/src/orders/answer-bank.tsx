import type { DisputeState } from '@second-ring/contracts/payments/dispute'
import { DialogButton } from '#ui/acts.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'

const AnswerBankDialog = lazyPart(() => import('./answer-bank-dialog.tsx'))

/** Opens what an admin can answer the bank about a dispute, and has. */
export function AnswerBank({ disputeId, state }: { disputeId: string; state: DisputeState | string | null }) {
  const waits = state === 'INQUIRY' || state === 'NEEDS_RESPONSE'
  return (
    <DialogButton
      variant="secondary"
      size="small"
      dialog={close => <AnswerBankDialog disputeId={disputeId} onClose={close} />}
    >
      {waits ? 'Answer the bank' : 'What the bank was answered'}
    </DialogButton>
  )
}
