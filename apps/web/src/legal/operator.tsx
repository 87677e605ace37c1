import { useQuery } from '@tanstack/react-query'
import { loadConfig } from '#api-client/config.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const REAL_CARDS = 'https://js.stripe.com'

/** Who runs this market, and how to reach them; that it is a demonstration where nobody is named. */
export function OperatorDetails() {
  const config = useQuery({ queryKey: ['config'], queryFn: loadConfig, staleTime: Number.POSITIVE_INFINITY })
  if (config.isError) {
    return (
      <ErrorState
        title="Who runs it did not load"
        text={config.error.message}
        busy={config.isFetching}
        onRetry={() => void config.refetch()}
      />
    )
  }
  if (!config.data) return <Skeleton className="h-20" />
  const { operator, cardPayments } = config.data
  if (!operator) return <Demonstration takesMoney={new URL(cardPayments.scriptUrl).origin === REAL_CARDS} />
  return (
    <address className="grid gap-1 not-italic">
      <strong className="font-semibold">{operator.name}</strong>
      {operator.address && <span className="whitespace-pre-line">{operator.address}</span>}
      <a
        href={`mailto:${operator.email}`}
        className="inline-flex min-h-11 items-center break-all text-accent-ink underline underline-offset-3"
      >
        {operator.email}
      </a>
    </address>
  )
}

function Demonstration({ takesMoney }: { takesMoney: boolean }) {
  return (
    <p>
      This is a demonstration. It is run by nobody in particular, and there is nobody to write to.
      {!takesMoney && ' Its card payments are a sandbox: they take test cards only, and no real money moves.'}
    </p>
  )
}
