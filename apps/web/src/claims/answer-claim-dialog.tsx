import { describeWish } from '@second-ring/contracts/claims/claim-words'
import { formatCents, parseDollars } from '@second-ring/contracts/money'
import { CLAIM_ANSWER_HOURS, RETURN_DAYS } from '@second-ring/contracts/orders/deadlines'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTRPC } from '#api-client/trpc.ts'
import { useFormDraft } from '#session/use-form-draft.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { answerForm, beyondWish, toAnswer } from './claim-forms.ts'
import type { ClaimedOrder } from './claimed-order.ts'

interface AnswerClaimDialogProps {
  order: ClaimedOrder
  onClose: () => void
}

/** Where a seller answers what a buyer claims: says what comes of each answer. Keeps what was typed on failure. */
export default function AnswerClaimDialog({ order, onClose }: AnswerClaimDialogProps) {
  const { id: orderId, productName, priceCents, claim } = order
  const answer = useKeyedMutation(useTRPC().claims.answer.mutationOptions())
  // An offer beyond the wish is sent by a second press, once it was said what it gives away.
  const [warnedOf, setWarnedOf] = useState<number>()
  const draft = useFormDraft(`claimAnswer:${orderId}`)
  const form = useSentForm({
    schema: answerForm(claim, priceCents),
    defaultValues: { amount: '', text: '' },
    draft,
    send: async filled => {
      const given = toAnswer(filled)
      if (beyondWish(claim, given.offerCents) > 0 && given.offerCents !== warnedOf) {
        setWarnedOf(given.offerCents ?? undefined)
        return
      }
      await answer({ orderId, ...given })
      draft?.clear()
      toast.success('The buyer reads your answer')
      onClose()
    },
  })
  const [choice, amount = ''] = useWatch({ control: form.control, name: ['choice', 'amount'] })
  const offerCents = choice === 'OFFERED' ? parseDollars(amount) : null
  const isWarned = offerCents !== null && offerCents === warnedOf
  return (
    <FormDialog
      title="Answer the buyer"
      description={`The buyer of ${productName} wants: ${describeWish(claim.wish, claim.wishCents)}. You answer once, and cannot take it back.`}
      action={isWarned ? `Offer ${formatCents(offerCents)} all the same` : 'Send the answer'}
      variant="final"
      form={form}
      onClose={onClose}
    >
      <ChoiceField
        label="Your answer"
        choices={[
          { value: 'AGREED', label: 'I agree', hint: agreement(order) },
          {
            value: 'OFFERED',
            label: 'I offer a part of the money',
            hint: `The buyer has ${CLAIM_ANSWER_HOURS} hours to take it, and keeps the phone. Otherwise an admin decides.`,
          },
          { value: 'DISAGREED', label: 'I disagree', hint: 'An admin decides.' },
        ]}
        {...form.field('choice')}
      />
      {choice === 'OFFERED' && (
        <>
          <TextField label="How much?" prefix="$" inputMode="decimal" {...form.field('amount')} />
          <Consequence order={order} offerCents={offerCents} isWarned={isWarned} />
        </>
      )}
      <TextAreaField
        label={choice === 'DISAGREED' ? 'Why?' : 'A word to the buyer (optional)'}
        rows={3}
        hint="The buyer and admins read it."
        {...form.field('text')}
      />
    </FormDialog>
  )
}

interface ConsequenceProps {
  order: ClaimedOrder
  offerCents: number | null
  isWarned: boolean
}

/** What an offer gives away, before it is sent. */
function Consequence({ order: { claim, priceCents }, offerCents, isWarned }: ConsequenceProps) {
  const isPart = offerCents !== null && offerCents > 0 && offerCents < priceCents
  const beyond = isPart ? beyondWish(claim, offerCents) : 0
  return (
    <div role="status" className="text-sm empty:hidden">
      {isPart && beyond === 0 && (
        <p className="text-muted">
          If the buyer takes it, {formatCents(offerCents)} goes back to them. The rest is yours, less the fee.
        </p>
      )}
      {isPart && beyond > 0 && (
        <p className="rounded-xl bg-warm-soft px-4 py-3 text-warm-ink">
          The buyer asked for {formatCents(claim.wishCents ?? 0)}. You offer {formatCents(offerCents)}:{' '}
          <strong>{formatCents(beyond)} more than they asked for.</strong>
          {isWarned && ' Nothing is sent yet. Press again if you mean it.'}
        </p>
      )}
    </div>
  )
}

function agreement({ claim }: ClaimedOrder): string {
  if (claim.wish === 'RETURN') {
    return `You meet within ${RETURN_DAYS} days. When you have the phone, you show a code, and the money goes back.`
  }
  const isAll = claim.wish === 'MONEY_BACK' || (claim.wishCents ?? 0) >= claim.leftCents
  if (isAll) return 'All that is left of the payment goes back to the buyer, who keeps the phone.'
  return `${formatCents(claim.wishCents ?? 0)} goes back to the buyer. The rest is yours, less the fee.`
}
