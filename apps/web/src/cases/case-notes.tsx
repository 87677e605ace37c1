import { AddCaseNoteForm, type CaseNote } from '@second-ring/contracts/claims/case'
import { useTRPC } from '#api-client/trpc.ts'
import { useFormDraft } from '#session/use-form-draft.ts'
import { useKeyedMutation } from '#ui/acts.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { Panel } from '#ui/panel.tsx'
import { shownName } from '#ui/shown-name.ts'
import { TextAreaField } from '#ui/text-field.tsx'

/** What admins wrote about a case for admins, and where one writes more. */
export function CaseNotes({ orderId, notes }: { orderId: string; notes: readonly CaseNote[] }) {
  const addNote = useKeyedMutation(useTRPC().cases.addNote.mutationOptions())
  const draft = useFormDraft(`caseNote:${orderId}`)
  const form = useSentForm({
    schema: AddCaseNoteForm,
    defaultValues: { text: '' },
    draft,
    send: async ({ text }, { reset }) => {
      await addNote({ orderId, text })
      draft?.clear()
      reset({ text: '' })
    },
  })
  return (
    <Panel title="Notes of admins">
      {notes.length === 0 && <p className="mb-4 text-muted">Nothing written yet.</p>}
      {notes.length > 0 && (
        <ol className="mb-4 grid gap-3">
          {notes.map(({ id, authorName, text, writtenAt }) => (
            <li key={id} className="rounded-xl bg-sunken px-4 py-3">
              <p className="text-sm text-muted">
                {shownName(authorName)}, <ExactMoment at={writtenAt} />
              </p>
              <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <Form form={form} action="Write the note" variant="secondary" className="gap-3" buttonClass="justify-self-start">
        <TextAreaField label="A note to admins" rows={2} hint="Admins alone read it." {...form.field('text')} />
      </Form>
    </Panel>
  )
}
