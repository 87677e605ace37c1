import { DomainError } from '@second-ring/contracts/errors'
import { formatCents } from '@second-ring/contracts/money'
import { type Database, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { presentUser } from '#identity/present-user.ts'
import { recordAction } from '#platform/audit.ts'
import { now } from '#platform/database-clock.ts'

interface FeeChange {
  /** Hundredths of a percent. */
  basisPoints: number
  minimumCents: number
  /** Whose phones it is for: a category's or a seller's; everybody's by default. */
  categoryId?: string | undefined
  sellerEmail?: string | undefined
  /** From when on it holds; now by default. */
  from?: Date | undefined
}

/**
 * Writes a rule of what the platform keeps of a sale. It takes the place of the one before for what is booked from then on;
 * orders keep the fee that they were booked with. The command line calls it; no network call does.
 * @returns when it begins to hold
 * @throws DomainError NOT_FOUND (no such seller), INVALID_INPUT (a time that has passed)
 */
export async function setFee(database: Database, change: FeeChange): Promise<Date> {
  const { basisPoints, minimumCents, categoryId = null, sellerEmail, from = null } = change
  return database.$transaction(async tx => {
    const sellerId = sellerEmail === undefined ? null : await findSeller(tx, sellerEmail)
    const validFrom = sql<Date>`coalesce(${from}::timestamptz(3), ${now})`
    const [rule] = await run(
      tx,
      query
        .insertInto('fee_rules')
        .columns(['basis_points', 'minimum_cents', 'category_id', 'seller_id', 'valid_from'])
        .expression(
          query
            .selectNoFrom(({ cast, val }) => [
              cast<number>(val(basisPoints), 'integer').as('basis_points'),
              cast<number>(val(minimumCents), 'integer').as('minimum_cents'),
              cast<string | null>(val(categoryId), 'uuid').as('category_id'),
              cast<string | null>(val(sellerId), 'uuid').as('seller_id'),
              validFrom.as('valid_from'),
            ])
            .where(sql<boolean>`${validFrom} >= ${now}`),
        )
        .returning(['id', 'valid_from as validFrom']),
    )
    if (!rule) throw new DomainError('INVALID_INPUT', 'A fee holds from now on or later: this time has passed.')
    const whose = categoryId ? ` for the category ${categoryId}` : sellerId ? ` for the seller ${sellerId}` : ''
    const reason = `${basisPoints / 100} %, at least ${formatCents(minimumCents)}${whose}, from ${rule.validFrom.toISOString()}, on the command line`
    await recordAction(tx, { actorId: null, action: 'fee.set', subject: { type: 'fee-rule', id: rule.id }, reason })
    return rule.validFrom
  })
}

async function findSeller(tx: Transaction, email: string): Promise<string> {
  const where = { email: email.trim().toLowerCase(), role: 'SELLER', ...presentUser } as const
  const seller = await tx.user.findFirst({ where, select: { id: true } })
  if (!seller) throw new DomainError('NOT_FOUND', `There is no seller ${email}.`)
  return seller.id
}
