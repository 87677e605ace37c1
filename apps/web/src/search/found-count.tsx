import type { SearchFacets } from '@second-ring/contracts/search/facets'

interface FoundCountProps {
  query: { data: { pages: readonly { items: readonly unknown[] }[] } | undefined; isPlaceholderData: boolean }
  facets: { data: SearchFacets | undefined; isPlaceholderData: boolean }
}

/** How many phones were found, in sight and announced; nothing while it is not known. */
export function FoundCount({ query, facets }: FoundCountProps) {
  const isKnown = query.data && facets.data && !query.isPlaceholderData && !facets.isPlaceholderData
  return (
    <p role="status" className="mr-auto min-h-6 font-semibold">
      {isKnown && facets.data && describeTotal(facets.data)}
    </p>
  )
}

/** `1 phone`, `12 phones`, `200+ phones`. */
export function describeTotal({ total, capped }: { total: number; capped: boolean }): string {
  return `${total.toLocaleString('en')}${capped ? '+' : ''} ${total === 1 && !capped ? 'phone' : 'phones'}`
}
