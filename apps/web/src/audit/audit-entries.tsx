import type { AuditEntry } from '@second-ring/contracts/audit/audit-entry'
import { ListFilter } from 'lucide-react'
import { UserLink } from '#accounts/user-link.tsx'
import { type Column, ResponsiveTable, rowHeading } from '#ui/responsive-table.tsx'
import { shownName } from '#ui/shown-name.ts'
import { describeAct } from './acts.ts'

interface AuditEntriesProps {
  entries: readonly AuditEntry[]
  /** Looks for all that involves a person or a subject. */
  onInvolving: (id: string) => void
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
/** Who did what, on what, when and why. */
export function AuditEntries({ entries, onInvolving }: AuditEntriesProps) {
  const columns: Column<AuditEntry>[] = [
    {
      head: 'When',
      card: 'line',
      className: 'text-sm text-muted tabular-nums lg:w-34 lg:align-top',
      cell: ({ at }) => <time dateTime={at}>{exact.format(new Date(at))}</time>,
    },
    {
      head: 'Who',
      card: 'line',
      className: 'max-lg:items-center lg:w-1/5 lg:align-top',
      cell: entry => <Actor entry={entry} onInvolving={onInvolving} />,
    },
    { head: 'Act', card: 'title', className: 'max-lg:basis-full lg:align-top', cell: entry => <Act entry={entry} /> },
    {
      head: 'On',
      card: 'line',
      className: 'max-lg:items-center lg:w-50 lg:align-top',
      cell: entry => <Subject entry={entry} onInvolving={onInvolving} />,
    },
  ]
  return <ResponsiveTable rows={entries} keyOf={({ id }) => id} columns={columns} />
}

function Act({ entry: { action, reason } }: { entry: AuditEntry }) {
  return (
    <>
      <h2 tabIndex={-1} className={rowHeading}>
        {describeAct(action)}
      </h2>
      {reason !== null && <p className="wrap-anywhere">“{reason}”</p>}
      <p className="font-mono text-xs text-muted">{action}</p>
    </>
  )
}

const involved =
  'inline-flex min-h-11 items-center text-left font-medium text-accent-ink underline underline-offset-3 wrap-anywhere lg:min-h-6'

function Actor({ entry: { actorId, actorName }, onInvolving }: { entry: AuditEntry } & Involving) {
  if (actorId === null) return <span className="text-muted">The product itself</span>
  return <Person id={actorId} name={shownName(actorName)} onInvolving={onInvolving} />
}

function Subject({ entry: { subjectType, subjectId }, onInvolving }: { entry: AuditEntry } & Involving) {
  const name = `${subjectType} …${subjectId.slice(-8)}`
  if (subjectType === 'user') return <Person id={subjectId} name={name} onInvolving={onInvolving} />
  return (
    <button type="button" title={subjectId} className={involved} onClick={() => onInvolving(subjectId)}>
      {name}
      <span className="sr-only">: all that involves it</span>
    </button>
  )
}

/** Someone's name, which leads to their page, with a button for all that involves them. */
function Person({ id, name, onInvolving }: { id: string; name: string } & Involving) {
  const label = `All that involves ${name}`
  return (
    <span className="flex items-center gap-1">
      <UserLink userId={id} className={involved}>
        {name}
      </UserLink>
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => onInvolving(id)}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink lg:size-8"
      >
        <ListFilter aria-hidden="true" className="size-4" />
      </button>
    </span>
  )
}

type Involving = Pick<AuditEntriesProps, 'onInvolving'>
