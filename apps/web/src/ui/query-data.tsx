import type { ReactNode } from 'react'
import { messageOf } from '#api-client/errors.ts'
import { ErrorState } from './error-state.tsx'
import { RowsSkeleton } from './rows-skeleton.tsx'
import { useOffline } from './use-offline.ts'

const OFFLINE = 'You are offline, and this needs a connection. It loads by itself when you are back online.'

/** What is shown of a query's result, as TanStack Query has it. */
export interface QueryState<Data> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

export interface QueryDataProps<Data> {
  query: QueryState<Data>
  /** What is shown, as in ‘Loading your orders’. */
  what: string
  /** What stands in its place while it loads; rows otherwise. */
  skeleton?: ReactNode
  /** What an error says to people, of what is not read from the API. */
  errorText?: (error: unknown) => string
  /** Whether an error is shown; where it is not, an empty list is, as the specification says of some. */
  errors?: 'shown' | 'silent' | undefined
  children: (data: Data) => ReactNode
}

/** What a query has read: while it loads, when it failed, and when it is there. What is there stays when a new read fails. */
export function QueryData<Data>({
  query,
  what,
  skeleton,
  errorText = messageOf,
  errors = 'shown',
  children,
}: QueryDataProps<Data>) {
  const { data, error } = query
  const isOffline = useOffline()
  if (data !== undefined) return children(data)
  if (!error) return skeleton ?? <RowsSkeleton label={`Loading ${what}`} />
  if (errors === 'silent') return <ul />
  return (
    <ErrorState
      title={`${what.charAt(0).toUpperCase()}${what.slice(1)} did not load`}
      text={isOffline ? OFFLINE : errorText(error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
