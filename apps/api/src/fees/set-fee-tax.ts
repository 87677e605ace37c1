import { DomainError } from '@second-ring/contracts/errors'
import { type Database, query, run } from '@second-ring/database'
import { sql } from 'kysely'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'

interface FeeTaxChange {
  /** Hundredths of a percent. */
  basisPoints: number
  /** From when on it holds; now by default. */
  from?: Date | undefined
}

/**
 * Writes the rate of the tax that fees include. It takes the place of the one before for what is booked from then on; orders keep
 * the tax that they were booked with. The command line calls it; no network call does.
 * @returns when it begins to hold
 * @throws DomainError INVALID_INPUT (a time that has passed)
 */
export async function setFeeTax(database: Database, change: FeeTaxChange): Promise<Date> {
  const { basisPoints, from = null } = change
  const validFrom = sql<Date>`coalesce(${from}::timestamptz(3), ${now})`
  return database.$transaction(async tx => {
    const [rate] = await run(
      tx,
      query
        .insertInto('fee_tax_rates')
        .columns(['basis_points', 'valid_from'])
        .expression(
          query
            .selectNoFrom(({ cast, val }) => [
              cast<number>(val(basisPoints), 'integer').as('basis_points'),
              validFrom.as('valid_from'),
            ])
            .where(sql<boolean>`${validFrom} >= ${now}`),
        )
        .returning(['id', 'valid_from as validFrom']),
    )
    if (!rate) throw new DomainError('INVALID_INPUT', 'A tax holds from now on or later: this time has passed.')
    const reason = `${basisPoints / 100} %, from ${rate.validFrom.toISOString()}, on the command line`
    const subject = { type: 'fee-tax-rate', id: rate.id } as const
    await recordAction(tx, { actorId: null, action: 'fee.set-tax', subject, reason })
    return rate.validFrom
  })
}
