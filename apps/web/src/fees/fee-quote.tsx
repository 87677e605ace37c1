import { type FeeQuote, QuoteFeeInput } from '@second-ring/contracts/fees/quote-fee'
import { formatCents } from '@second-ring/contracts/money'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { messageOf } from '#api-client/errors.ts'
import { useTRPC } from '#api-client/trpc.ts'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { useSettled } from '#ui/use-settled.ts'
import { feeWords } from './fee-words.ts'

/** What is typed of a sale so far. */
export interface TypedSale {
  categoryId: string
  priceCents: number | undefined
}

/** What Second Ring keeps of a price that is being typed, as the server says; nothing without a category and a price. */
export function FeeOfPrice({ categoryId, priceCents }: TypedSale) {
  const { data: sale } = QuoteFeeInput.safeParse({ categoryId, priceCents })
  return sale ? <Quote sale={sale} /> : null
}

function Quote({ sale }: { sale: QuoteFeeInput }) {
  const asked = useSettled(sale)
  const query = useQuery(useTRPC().fees.quote.queryOptions(asked, { placeholderData: keepPreviousData }))
  const { data: quote, error, isFetching, refetch } = query
  if (error) {
    return (
      <RetryNotice
        title="Second Ring’s fee did not load"
        text={messageOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <p role="status" className="text-sm text-muted tabular-nums">
      {quote ? sentenceOf(quote) : 'Loading Second Ring’s fee…'}
    </p>
  )
}

/** It names the price, which may still be the one that was typed before. */
function sentenceOf({ priceCents, basisPoints, minimumCents, feeCents, feeTaxCents }: FeeQuote): string {
  if (feeCents === 0) return `Second Ring keeps nothing. You get ${formatCents(priceCents)} for the phone.`
  const least = minimumCents > 0 ? `, at least ${formatCents(minimumCents)}` : ''
  const kept = `Of ${formatCents(priceCents)}, Second Ring keeps ${basisPoints / 100} %${least} (${feeWords(feeCents, feeTaxCents)}) when the phone is sold.`
  return `${kept} You get ${formatCents(priceCents - feeCents)}.`
}
