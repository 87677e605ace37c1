import { zodResolver } from '@hookform/resolvers/zod'
import { ReportForm, reportReasons } from '@second-ring/contracts/moderation/report'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { messageOf } from '#api-client/errors.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/field.tsx'
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
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<z.input<typeof ReportForm>, unknown, ReportForm>({
    resolver: zodResolver(ReportForm),
    defaultValues: { text: '' },
  })
  const { errors, isSubmitting } = formState

  async function send(form: ReportForm) {
    setProblem(undefined)
    try {
      await file(form)
    } catch (error) {
      return setProblem(messageOf(error))
    }
    setIsFiled(true)
  }

  return (
    <Dialog open onClose={() => !isSubmitting && onClose()} title="Report this post" description={productName}>
      {isFiled ? (
        <Filed onClose={onClose} />
      ) : (
        <form noValidate onSubmit={event => void handleSubmit(send)(event)} className="grid grid-cols-1 gap-4">
          <ChoiceField
            label="What is wrong with it?"
            choices={reportReasons.map(value => ({ value, label: reportReasonLabels[value] }))}
            error={errors.reason?.message}
            {...register('reason')}
          />
          <TextAreaField
            label="More about it (optional)"
            rows={3}
            hint="Admins alone read it."
            error={errors.text?.message}
            {...register('text')}
          />
          <FormError refusal={problem} />
          <Button type="submit" busy={isSubmitting}>
            Send the report
          </Button>
        </form>
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
