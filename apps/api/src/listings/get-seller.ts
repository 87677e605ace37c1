import { DomainError } from '@second-ring/contracts/errors'
import type { GetSellerInput, SellerPage } from '@second-ring/contracts/listings/seller-page'
import { type Parameters, prepare, query } from '@second-ring/database'
import { sql } from 'kysely'
import type { Platform } from '#platform/platform.ts'
import { countSold } from './count-sold.ts'
import { isSelling } from './selling-user.ts'

const findSeller = prepare((parameter: Parameters<GetSellerInput>) =>
  query
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.created_at as createdAt'])
    .select(sql<boolean>`u.verified_at IS NOT NULL`.as('verified'))
    .select(countSold('u.id').as('sold'))
    .where('u.id', '=', parameter('sellerId'))
    .where(isSelling)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('listings as l')
          .whereRef('l.seller_id', '=', 'u.id')
          .where('l.state', '<>', 'REMOVED')
          .select('l.id')
          .limit(1),
      ),
    ),
)

/**
 * A seller on their own page.
 * @throws DomainError NOT_FOUND (nobody, somebody who has never sold or has nothing left here, or whoever is removed or away:
 * which of them is not said)
 */
export async function getSeller(
  { database }: Pick<Platform, 'database'>,
  { sellerId }: GetSellerInput,
): Promise<SellerPage> {
  const [row] = await findSeller(database, { sellerId })
  if (!row) throw new DomainError('NOT_FOUND', 'There is no such seller.')
  const { createdAt, sold, ...seller } = row
  return { ...seller, memberSince: createdAt.toISOString().slice(0, 10), sold: sold ?? 0 }
}
