import { CLAIM_ANSWER_HOURS, describeWish, RETURN_DAYS } from '@second-ring/contracts/claims/claim'
import { formatCents } from '@second-ring/contracts/money'
import { useWatch } from 'react-hook-form'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { answerForm, toAnswer } from './claim-forms.ts'
import type { ClaimedOrder } from './claimed-order.ts'

interface AnswerClaimDialogProps {
  order: ClaimedOrder
  onClose: () => void
}

/** Where a seller answers what a buyer claims: says what comes of each answer. Keeps what was typed on failure. */
export default function AnswerClaimDialog({ order, onClose }: AnswerClaimDialogProps) {
  const { id: orderId, productName, priceCents, claim } = order
  const answer = useKeyedMutation(useTRPC().claims.answer.mutationOptions())
  const form = useSentForm({
    schema: answerForm(priceCents),
    defaultValues: { amount: '', text: '' },
    send: async filled => {
      await answer({ orderId, ...toAnswer(filled) })
      toast.success('The buyer reads your answer')
      onClose()
    },
  })
  const choice = useWatch({ control: form.control, name: 'choice' })
  return (
    <FormDialog
      title="Answer the buyer"
      description={`The buyer of ${productName} wants: ${describeWish(claim.wish, claim.wishCents)}. You answer once, and cannot take it back.`}
      action="Send the answer"
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
      {choice === 'OFFERED' && <TextField label="How much?" prefix="$" inputMode="decimal" {...form.field('amount')} />}
      <TextAreaField
        label={choice === 'DISAGREED' ? 'Why?' : 'A word to the buyer (optional)'}
        rows={3}
        hint="The buyer and admins read it."
        {...form.field('text')}
      />
    </FormDialog>
  )
}

function agreement({ claim }: ClaimedOrder): string {
  if (claim.wish === 'RETURN') {
    return `You meet within ${RETURN_DAYS} days. When you have the phone, you show a code, and the money goes back.`
  }
  if (claim.wish === 'MONEY_BACK') return 'All that is left of the payment goes back to the buyer, who keeps the phone.'
  return `${formatCents(claim.wishCents ?? 0)} goes back to the buyer. The rest is yours, less the fee.`
}
