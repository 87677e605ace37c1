import { useEffect, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'
import { actOptions } from './acts.ts'
import { type AuditSearch, readId } from './audit-search.ts'
import { PeriodFields } from './period-fields.tsx'

interface AuditFiltersProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
  /** Told whether what stands in the field for an id is none. */
  onNoId: (isNone: boolean) => void
}

/** What to look for in the audit: acts, whom or what they involve, and when. */
export function AuditFilters({ search, onSearch, onNoId }: AuditFiltersProps) {
  const isNarrowed = Object.values(search).some(Boolean)
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <SelectField
        label="Act"
        placeholder="Everything"
        options={actOptions(search.action)}
        value={search.action ?? ''}
        onChange={event => onSearch({ ...search, action: event.target.value || undefined })}
      />
      <IdField value={search.involving ?? ''} onId={involving => onSearch({ ...search, involving })} onNoId={onNoId} />
      <PeriodFields period={search} label="From" onChange={change => onSearch({ ...search, ...change })} />
      {isNarrowed && (
        <div className="sm:col-span-full">
          <Button variant="quiet" size="small" className="-ml-3.5" onClick={() => onSearch({})}>
            Clear the filters
          </Button>
        </div>
      )}
    </div>
  )
}

interface IdFieldProps extends Pick<AuditFiltersProps, 'onNoId'> {
  value: string
  onId: (id: string | undefined) => void
}

/** An id is looked for as soon as it is whole; what is none is said when the field is left. */
function IdField({ value, onId, onNoId }: IdFieldProps) {
  const [text, setText] = useState(value)
  const [isLeft, setIsLeft] = useState(false)
  useEffect(() => setText(value), [value])
  const isWrong = text.trim() !== '' && !readId(text)
  useEffect(() => onNoId(isWrong), [isWrong, onNoId])
  return (
    <TextField
      label="Person or subject"
      placeholder="Id"
      autoComplete="off"
      spellCheck={false}
      maxLength={50}
      value={text}
      error={
        isWrong && isLeft
          ? 'This is no id. Press the filter beside a name below, or take the id from the address of a page.'
          : undefined
      }
      onBlur={() => setIsLeft(true)}
      onKeyDown={event => {
        if (event.key === 'Enter') setIsLeft(true)
      }}
      onChange={event => {
        const typed = event.target.value
        setText(typed)
        setIsLeft(false)
        const id = readId(typed)
        if (id || !typed.trim()) onId(id)
      }}
    />
  )
}
