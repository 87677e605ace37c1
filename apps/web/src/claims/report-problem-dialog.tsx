import { claimReasonLabels, claimReasons } from '@second-ring/contracts/claims/claim-words'
import { CLAIM_ANSWER_HOURS } from '@second-ring/contracts/orders/deadlines'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useController, useWatch } from 'react-hook-form'
import { useTRPC } from '#api-client/trpc.ts'
import { useFormDraft } from '#session/use-form-draft.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { useSentForm } from '#ui/form.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextAreaField, TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'
import { reportForm, toClaim } from './claim-forms.ts'
import { PicturesField } from './pictures-field.tsx'
import { useClaimPictures } from './use-claim-pictures.ts'

interface ReportProblemDialogProps {
  /** An admin reports it for the buyer. */
  order: Pick<OrderDetails, 'id' | 'productName' | 'priceCents'> & { viewer?: OrderDetails['viewer'] }
  onClose: () => void
}

/** Where a buyer says what is wrong with the phone, and what they want. Keeps all input on failure, and its texts in this tab. */
export default function ReportProblemDialog({ order, onClose }: ReportProblemDialogProps) {
  const open = useKeyedMutation(useTRPC().claims.open.mutationOptions())
  const pictures = useClaimPictures()
  const isForBuyer = order.viewer === 'admin'
  const draft = useFormDraft(`claim:${order.id}`)
  const form = useSentForm({
    schema: reportForm(order.priceCents),
    defaultValues: { text: '', amount: '', files: [] },
    draft,
    send: async filled => {
      const images = await pictures.send(filled.files)
      await open({ orderId: order.id, images, ...toClaim(filled) })
      draft?.clear()
      toast.success(isForBuyer ? 'The case is yours to decide' : 'The seller is asked')
      onClose()
    },
  })
  const { field: files } = useController({ control: form.control, name: 'files' })
  const wish = useWatch({ control: form.control, name: 'choice' })
  return (
    <FormDialog
      title={isForBuyer ? 'Report a problem for the buyer' : 'Report a problem'}
      description={
        isForBuyer
          ? `Write what the buyer says of ${order.productName}, and what they want. The money is held until you have decided.`
          : `The money for ${order.productName} is held until this is settled. The seller has ${CLAIM_ANSWER_HOURS} hours to answer; then an admin decides.`
      }
      action="Report the problem"
      form={form}
      onClose={onClose}
    >
      <SelectField
        label="What is wrong?"
        placeholder="Choose"
        options={claimReasons.map(value => ({ value, label: claimReasonLabels[value] }))}
        {...form.field('reason')}
      />
      <TextAreaField
        label="Describe the problem"
        rows={4}
        hint="The seller and admins read it."
        {...form.field('text')}
      />
      <PicturesField files={files.value} inputRef={files.ref} onChange={files.onChange} />
      <ChoiceField
        label={isForBuyer ? 'What do they want?' : 'What do you want?'}
        choices={[
          { value: 'PART', label: 'A part of the money back', hint: 'You keep the phone.' },
          { value: 'RETURN', label: 'Return the phone', hint: 'You meet again, and all of the money goes back.' },
          { value: 'MONEY_BACK', label: 'All of the money back', hint: 'If the phone is of no use to anybody.' },
        ]}
        {...form.field('choice')}
      />
      {wish === 'PART' && <TextField label="How much?" prefix="$" inputMode="decimal" {...form.field('amount')} />}
      {pictures.progress !== undefined && <ProgressBar label="Sending the pictures" percent={pictures.progress} />}
    </FormDialog>
  )
}
