import { releasedCents } from '#platform/ledger-cents.ts'

/** What the market kept of an order `o` when it was released, with its tax. */
export const keptCents = releasedCents('PLATFORM_FEES', 'FEE_TAX')
/** What of that is tax. */
export const keptTaxCents = releasedCents('FEE_TAX')
/** What its seller got. */
export const sellerCents = releasedCents('SELLER_BALANCE')
