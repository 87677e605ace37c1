import { BODY_MAX_BYTES } from './limits.ts'

interface CallWeight {
  label: string
  /** The procedures. */
  calls: readonly string[]
  /** As how many calls of `flood` one of them counts. */
  weight: number
}

/**
 * Calls that cost the server more than others count as so many, unless their answer is cached. By what they cost in a
 * category of 9,000 posts, 50 facets a second are all that two cores do; so one address can ask for a tenth of that.
 * Whoever types and clicks through pages uses some 30 a search, a hundred searches a minute.
 */
export const CALL_WEIGHTS = [
  { label: 'Facets of a search', calls: ['search.facets'], weight: 10 },
  { label: 'A page of a search', calls: ['search.listings'], weight: 5 },
  {
    label: 'Similar posts, and estimates of a price',
    calls: ['listings.similar', 'listings.priceBand'],
    weight: 5,
  },
  { label: 'Suggestions while typing', calls: ['search.suggest'], weight: 3 },
] as const satisfies readonly CallWeight[]

/** Of lists on the REST paths so many rows count as a call, beside the call itself. */
export const ROWS_OF_A_CALL = 25

/** Of bodies so many bytes count as a call, beside the call itself. */
export const BYTES_OF_A_CALL = 4 * 1024

/** As how many calls more a request counts for its body, by what its head says of it: one that is not measured, as the largest. */
export function callsOfBody(headers: {
  'content-length'?: string | undefined
  'transfer-encoding'?: string | undefined
}): number {
  const bytes = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : BODY_MAX_BYTES
  return Math.floor(Math.min(bytes, BODY_MAX_BYTES) / BYTES_OF_A_CALL)
}

const weights = new Map<string, number>(CALL_WEIGHTS.flatMap(({ calls, weight }) => calls.map(call => [call, weight])))

/** As how many calls of `flood` a procedure counts. */
export function weightOf(call: string): number {
  return weights.get(call) ?? 1
}
