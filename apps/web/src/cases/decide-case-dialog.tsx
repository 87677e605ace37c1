import { CASE_TEXT_MAX_LENGTH, type Case } from '@second-ring/contracts/claims/case'
import { CaseDecision, partProblem, wholeInstead } from '@second-ring/contracts/claims/claim'
import { formatCents, parseDollars } from '@second-ring/contracts/money'
import { paragraph } from '@second-ring/contracts/text'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { useTRPC } from '#api-client/trpc.ts'
import { withAmount } from '#claims/claim-forms.ts'
import { decisionLabels } from '#claims/claim-words.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

interface DecideCaseDialogProps extends Pick<Case, 'order' | 'leftCents' | 'decisions'> {
  onClose: () => void
}

function schemaOf(leftCents: number) {
  return z
    .object({
      decision: CaseDecision,
      amount: z._default(z.string(), ''),
      reason: paragraph('Reason is required', CASE_TEXT_MAX_LENGTH),
    })
    .check(
      withAmount(
        ({ decision }) => decision === 'REFUND_PART',
        cents => partProblem(cents, leftCents, wholeInstead.decision),
      ),
    )
}

const hints: Record<CaseDecision, (left: string) => string> = {
  REFUND: left => `${left} to the buyer’s card. The buyer keeps the phone; its post is removed.`,
  REFUND_PART: left => `Less than ${left}. The seller gets the rest, less the fee.`,
  RETURN: () => 'The two meet within 7 days. The seller shows a code, the buyer enters it, and the money goes back.',
  RELEASE: () => 'The buyer gets no money back.',
}

/** Where an admin decides a case, with reasons that both sides read. Keeps what was typed on failure. */
export default function DecideCaseDialog({ order, leftCents, decisions, onClose }: DecideCaseDialogProps) {
  const decide = useKeyedMutation(useTRPC().cases.decide.mutationOptions())
  const left = formatCents(leftCents)
  const form = useSentForm({
    schema: schemaOf(leftCents),
    defaultValues: { amount: '', reason: '' },
    send: async ({ decision, amount, reason }) => {
      const refundCents = decision === 'REFUND_PART' ? parseDollars(amount) : null
      await decide({ orderId: order.id, decision, refundCents, leftCents, reason })
      toast.success('Decided: both sides are told')
      onClose()
    },
  })
  const decision = useWatch({ control: form.control, name: 'decision' })
  return (
    <FormDialog
      title={`Decide about ${order.productName}`}
      description="Both sides are told at once, with your reasons. This cannot be undone."
      action="Decide"
      variant="final"
      form={form}
      onClose={onClose}
    >
      <ChoiceField
        label="What happens?"
        choices={decisions.map(value => ({
          value,
          label: decisionLabels[value],
          hint: hints[value](left),
        }))}
        {...form.field('decision')}
      />
      {decision === 'REFUND_PART' && (
        <TextField label="How much goes back?" prefix="$" inputMode="decimal" {...form.field('amount')} />
      )}
      <TextAreaField label="Reason" rows={4} hint="Both sides read it." {...form.field('reason')} />
    </FormDialog>
  )
}
