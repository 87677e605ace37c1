import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { trpc } from '#api-client/trpc.ts'
import { classNames } from '#ui/class-names.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { byCursor } from '#ui/pages.ts'
import { RowsSkeleton } from '#ui/rows-skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/state-panel.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { type AuditSearch, auditFile, auditQuery } from './audit-search.ts'
import { ExportButton } from './export-button.tsx'

interface AuditLogProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
  /** Looks for all that involves a person or a subject. */
  onInvolving: (id: string) => void
}

/** All that was done here, newest first, to be looked through and exported. */
export function AuditLog({ search, onSearch, onInvolving }: AuditLogProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <AuditFilters search={search} onSearch={onSearch} />
      <ExportButton address={auditFile(search)} />
      <Found search={search} onInvolving={onInvolving} />
    </div>
  )
}

function Found({ search, onInvolving }: Omit<AuditLogProps, 'onSearch'>) {
  const query = trpc.audit.list.useInfiniteQuery(auditQuery(search), {
    ...byCursor,
    // What was found before stays while the next filter is looked up.
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flatMap(page => page.items)

  if (!entries && query.isError) {
    return (
      <ErrorState
        title="The audit did not load"
        text={query.error.message}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  }
  if (!entries) return <RowsSkeleton label="Loading the audit" />
  return (
    <div
      aria-busy={query.isPlaceholderData}
      className={classNames('transition-opacity', query.isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="sr-only">
        {entries.length === 0
          ? 'Nothing found'
          : `Showing ${entries.length}${query.hasNextPage ? ', and there are more' : ''}`}
      </p>
      {entries.length > 0 && (
        <>
          <AuditEntries entries={entries} onInvolving={onInvolving} />
          <LoadMore query={query} byScrolling />
        </>
      )}
      {entries.length === 0 && (
        <EmptyState icon={<ScrollText />} title="Nothing of this was done" text="Another filter may find more." />
      )}
    </div>
  )
}
