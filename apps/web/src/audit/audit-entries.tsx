import type { AuditEntry } from '@second-ring/contracts/audit/audit-entry'
import { ListFilter } from 'lucide-react'
import { UserLink } from '#accounts/user-link.tsx'
import { shownName } from '#ui/shown-name.ts'
import { useFocusAfterRemoval } from '#ui/use-focus-after-removal.ts'
import { useWideScreen } from '#ui/use-wide-screen.ts'
import { describeAct } from './acts.ts'

interface AuditEntriesProps {
  entries: readonly AuditEntry[]
  /** Looks for all that involves a person or a subject. */
  onInvolving: (id: string) => void
}

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' })
const head = 'px-3 py-3 font-semibold first:pl-5 last:pr-5'
const act = 'rounded-sm font-semibold focus-visible:outline-2 focus-visible:outline-accent'
const cell = 'px-3 py-3 align-top first:pl-5 last:pr-5'

/** Who did what, on what, when and why: a table where there is room, cards on phones. */
export function AuditEntries(props: AuditEntriesProps) {
  return useWideScreen() ? <EntryTable {...props} /> : <EntryCards {...props} />
}

function EntryTable({ entries, onInvolving }: AuditEntriesProps) {
  const focusProps = useFocusAfterRemoval<HTMLTableSectionElement>()
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table className="w-full table-fixed text-left">
        <thead className="bg-sunken text-sm text-muted">
          <tr>
            <th scope="col" className={`${head} w-34`}>
              When
            </th>
            <th scope="col" className={`${head} w-1/5`}>
              Who
            </th>
            <th scope="col" className={head}>
              Act
            </th>
            <th scope="col" className={`${head} w-50`}>
              On
            </th>
          </tr>
        </thead>
        <tbody {...focusProps} className="divide-y divide-line">
          {entries.map(entry => (
            <tr key={entry.id}>
              <td className={`${cell} text-sm text-muted tabular-nums`}>
                <ExactTime at={entry.at} />
              </td>
              <td className={cell}>
                <Actor entry={entry} onInvolving={onInvolving} />
              </td>
              <td className={cell}>
                <p tabIndex={-1} className={act}>
                  {describeAct(entry.action)}
                </p>
                <Reason entry={entry} />
              </td>
              <td className={cell}>
                <Subject entry={entry} onInvolving={onInvolving} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function EntryCards({ entries, onInvolving }: AuditEntriesProps) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps} className="grid grid-cols-1 gap-3 md:grid-cols-2">
      {entries.map(entry => (
        <li key={entry.id} className="rounded-card border border-line bg-surface p-4 shadow-card">
          <p className="text-sm text-muted tabular-nums">
            <ExactTime at={entry.at} />
          </p>
          <h2 tabIndex={-1} className={`${act} mt-0.5 tracking-normal`}>
            {describeAct(entry.action)}
          </h2>
          <Reason entry={entry} />
          <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 text-sm">
            <dt className="text-muted">By</dt>
            <dd className="flex min-h-11 items-center">
              <Actor entry={entry} onInvolving={onInvolving} />
            </dd>
            <dt className="text-muted">On</dt>
            <dd className="flex min-h-11 items-center">
              <Subject entry={entry} onInvolving={onInvolving} />
            </dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{exact.format(new Date(at))}</time>
}

function Reason({ entry }: { entry: AuditEntry }) {
  return (
    <>
      {entry.reason !== null && <p className="wrap-anywhere">“{entry.reason}”</p>}
      <p className="font-mono text-xs text-muted">{entry.action}</p>
    </>
  )
}

const involved =
  'inline-flex min-h-11 items-center text-left font-medium text-accent-ink underline underline-offset-3 wrap-anywhere lg:min-h-6'

function Actor({ entry: { actorId, actorName }, onInvolving }: { entry: AuditEntry } & Involving) {
  if (actorId === null) return <span className="text-muted">The product itself</span>
  const name = shownName(actorName)
  return (
    <span className="flex items-center gap-1">
      <UserLink userId={actorId} className={involved}>
        {name}
      </UserLink>
      <InvolvingButton label={`All that involves ${name}`} onPress={() => onInvolving(actorId)} />
    </span>
  )
}

function Subject({ entry: { subjectType, subjectId }, onInvolving }: { entry: AuditEntry } & Involving) {
  const name = `${subjectType} …${subjectId.slice(-8)}`
  if (subjectType !== 'user') {
    return (
      <button type="button" title={subjectId} className={involved} onClick={() => onInvolving(subjectId)}>
        {name}
        <span className="sr-only">: all that involves it</span>
      </button>
    )
  }
  return (
    <span className="flex items-center gap-1">
      <UserLink userId={subjectId} className={involved}>
        {name}
      </UserLink>
      <InvolvingButton label={`All that involves ${name}`} onPress={() => onInvolving(subjectId)} />
    </span>
  )
}

function InvolvingButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink lg:size-8"
    >
      <ListFilter aria-hidden="true" className="size-4" />
    </button>
  )
}

type Involving = Pick<AuditEntriesProps, 'onInvolving'>
