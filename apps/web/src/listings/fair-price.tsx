import { FAR_BELOW, type PriceEstimateInput } from '@second-ring/contracts/listings/price-estimate'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { useSettled } from '#ui/use-settled.ts'
import { PriceCaution, PriceEstimate } from './price-estimate.tsx'

const FRESH_MS = 60_000

interface FairPriceProps {
  /** The phone that is about to be priced. */
  phone: PriceEstimateInput
  priceCents: number | undefined
}

/** What phones like it cost, for who is about to price one; nothing when too few are known. */
export default function FairPrice({ phone, priceCents }: FairPriceProps) {
  const asked = useSettled(phone)
  const { data: band } = useQuery(
    useTRPC().listings.priceBand.queryOptions(asked, {
      staleTime: FRESH_MS,
      retry: false,
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <div role="status">
      {band && (
        <div className="grid gap-3 rounded-xl bg-paper px-4 py-3.5">
          <PriceEstimate band={band} priceCents={priceCents} />
          {priceCents !== undefined && priceCents < band.lowCents * FAR_BELOW && (
            <PriceCaution>
              This is far below what phones like it cost. Buyers are told to be careful, and our admins see it.
            </PriceCaution>
          )}
        </div>
      )}
    </div>
  )
}
