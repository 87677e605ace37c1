import { formatCents } from '@second-ring/contracts/money'
import {
  type DisputeAnswer,
  type DisputeEvidenceOutput,
  type EvidencePart,
  type EvidenceText,
  SubmitEvidenceForm,
} from '@second-ring/contracts/payments/dispute-evidence'
import { useQuery } from '@tanstack/react-query'
import { providerWord } from '#api-client/provider-word.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { exactMoment } from '#ui/moment.tsx'
import { QueryData } from '#ui/query-data.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextAreaField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.ts'

interface AnswerBankDialogProps {
  disputeId: string
  onClose: () => void
}

/** Shows an admin what is put together for the bank, takes what they add, and sends it once; and what was sent. */
export default function AnswerBankDialog({ disputeId, onClose }: AnswerBankDialogProps) {
  const query = useQuery(useTRPC().payments.disputeEvidence.queryOptions({ disputeId }))
  return (
    <Dialog open onClose={onClose} title="Answer the bank">
      <QueryData query={query} what="the evidence">
        {dispute => (
          <div className="grid grid-cols-1 gap-5">
            <Claim dispute={dispute} />
            {dispute.evidence && <Answer disputeId={disputeId} evidence={dispute.evidence} onSent={onClose} />}
            {dispute.answers.map(answer => (
              <Sent key={answer.id} answer={answer} />
            ))}
          </div>
        )}
      </QueryData>
    </Dialog>
  )
}

function Claim({ dispute }: { dispute: DisputeEvidenceOutput }) {
  const { amountCents, productName, reason, state, dueAt, evidence, answers } = dispute
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p>
        {state === 'INQUIRY' ? 'The bank asks about' : 'The bank disputes'}{' '}
        <span className="font-bold tabular-nums">{formatCents(amountCents)}</span>
        {productName && ` for ${productName}`}: {providerWord(reason)}.
      </p>
      {evidence && dueAt && <p className="font-semibold">Answer by {exactMoment(dueAt)}. It can be sent once.</p>}
      {!evidence && answers.length === 0 && (
        <p className="text-muted">The bank was not answered, and takes no answer now.</p>
      )}
    </div>
  )
}

interface AnswerProps {
  disputeId: string
  evidence: readonly EvidenceText[]
  onSent: () => void
}

function Answer({ disputeId, evidence, onSent }: AnswerProps) {
  const submit = useKeyedMutation(useTRPC().payments.submitEvidence.mutationOptions())
  const form = useSentForm({
    schema: SubmitEvidenceForm,
    defaultValues: { note: '' },
    send: async ({ note }) => {
      await submit({ disputeId, note })
      toast.success('The answer goes to the bank')
      onSent()
    },
  })
  return (
    <Form form={form} action="Send it to the bank" variant="final">
      <section aria-label="What is sent">
        <h3 className="mb-2 font-bold">What is sent</h3>
        <Evidence texts={evidence} />
      </section>
      <TextAreaField
        label="What you add"
        rows={4}
        hint="The bank reads it, in English. You can leave it empty."
        {...form.field('note')}
      />
      <p className="text-sm text-muted">This cannot be undone: what was sent can be neither changed nor sent again.</p>
    </Form>
  )
}

const answerStates: Record<DisputeAnswer['state'], string> = {
  REQUESTED: 'On its way to the bank',
  SENT: 'Sent to the bank',
  REJECTED: 'Not taken by the provider',
}

function Sent({ answer }: { answer: DisputeAnswer }) {
  const { state, sentAt, requestedAt, answeredBy, evidence, note, rejection } = answer
  return (
    <section aria-label={answerStates[state]} className="border-t border-line pt-4">
      <h3 className="font-bold">{answerStates[state]}</h3>
      <p className="mb-2 text-sm text-muted">
        By {shownName(answeredBy)}, <time dateTime={sentAt ?? requestedAt}>{exactMoment(sentAt ?? requestedAt)}</time>
      </p>
      {rejection && <p className="mb-2 text-danger">{providerWord(rejection)}</p>}
      {note && <p className="mb-3 whitespace-pre-wrap wrap-anywhere">{note}</p>}
      {evidence.length > 0 ? (
        <Evidence texts={evidence} />
      ) : (
        <p className="text-sm text-muted">What was put together is deleted.</p>
      )}
    </section>
  )
}

const partLabels: Record<EvidencePart, string> = {
  product: 'What was sold',
  buyerName: 'Buyer’s name',
  buyerEmail: 'Buyer’s email',
  handedOver: 'Handover',
  refundPolicy: 'When the market refunds',
  deal: 'What has happened',
}

function Evidence({ texts }: { texts: readonly EvidenceText[] }) {
  return (
    <dl className="grid grid-cols-1 gap-2 rounded-xl bg-sunken p-4 text-sm">
      {texts.map(({ part, text }) => (
        <div key={part}>
          <dt className="text-muted">{partLabels[part]}</dt>
          <dd className="whitespace-pre-wrap wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
