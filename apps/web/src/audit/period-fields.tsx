import { TextField } from '#ui/text-field.tsx'
import { readDay } from './audit-search.ts'

/** Days of the reader's own calendar, the last one included. */
interface Period {
  from?: string | undefined
  until?: string | undefined
}

interface PeriodFieldsProps {
  period: Period
  label: string
  /** Given what changes. */
  onChange: (change: Period) => void
}

/** The first and the last day of what is looked for. */
export function PeriodFields({ period: { from, until }, label, onChange }: PeriodFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="date"
        max={until}
        value={from ?? ''}
        onChange={event => onChange({ from: readDay(event.target.value) })}
      />
      <TextField
        label="Until"
        type="date"
        min={from}
        value={until ?? ''}
        onChange={event => onChange({ until: readDay(event.target.value) })}
      />
    </>
  )
}
