import { ReportForm, reportReasons } from '@second-ring/contracts/moderation/report'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Form, useSentForm } from '#ui/form.tsx'
import { TextAreaField } from '#ui/text-field.tsx'
import { reportReasonLabels } from './report-reasons.ts'

interface ReportDialogProps {
  productName: string
  file: (form: ReportForm) => Promise<unknown>
  onClose: () => void
}

/** Asks what is wrong with a post, and says what happens next. Keeps what was typed when it fails. */
export default function ReportDialog({ productName, file, onClose }: ReportDialogProps) {
  const [isFiled, setIsFiled] = useState(false)
  const form = useSentForm({
    schema: ReportForm,
    defaultValues: { text: '' },
    send: async filled => {
      await file(filled)
      setIsFiled(true)
    },
  })
  return (
    <Dialog open onClose={() => !form.busy && onClose()} title="Report this post" description={productName}>
      {isFiled ? (
        <Filed onClose={onClose} />
      ) : (
        <Form form={form} action="Send the report">
          <ChoiceField
            label="What is wrong with it?"
            choices={reportReasons.map(value => ({ value, label: reportReasonLabels[value] }))}
            {...form.field('reason')}
          />
          <TextAreaField
            label="More about it (optional)"
            rows={3}
            hint="Admins alone read it."
            {...form.field('text')}
          />
        </Form>
      )}
    </Dialog>
  )
}

function Filed({ onClose }: { onClose: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <>
      <p ref={text} tabIndex={-1} className="font-semibold outline-none">
        Thank you. The report is with the admins.
      </p>
      <p className="mt-2 text-muted">
        One of them looks at the post, and it stays or is removed. A notification tells you which. The seller does not
        learn who has reported it.
      </p>
      <Button className="mt-5 w-full" onClick={onClose}>
        Done
      </Button>
    </>
  )
}
