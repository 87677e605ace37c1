import type { NoticeKind } from '@second-ring/contracts/notices/notice'
import { OFFER_HOURS } from '@second-ring/contracts/orders/waiting-list'
import { type Parameters, prepare, query, run, type Transaction } from '@second-ring/database'
import { sql } from 'kysely'
import { transitionListing } from '#listings/listing-transitions.ts'
import { notifyUser } from '#notifications/notify-user.ts'
import { fromNow } from '#platform/database-clock.ts'

/**
 * Offers a reserved phone without an order to the next user on the waiting list, who alone may book it for a while; with
 * nobody to offer it to it becomes available to everyone. Users without a proven email are passed over, and told so once;
 * users who may not book this phone again yet are too, and for a day those who let an offer of it run out or turned it down. The phone of a seller who was removed, set aside or suspended, or is
 * about to be removed is offered to nobody.
 */
export async function offerToNext(tx: Transaction, listingId: string): Promise<void> {
  // Serializes with users who join the waiting list.
  const locking = query
    .selectFrom('listings as l')
    .innerJoin('users as s', 's.id', 'l.seller_id')
    .where('l.id', '=', listingId)
    .select([
      'l.product_name',
      sql<boolean>`s.deleted_at IS NULL AND s.deletes_at IS NULL AND s.set_aside_at IS NULL AND s.suspended_at IS NULL`.as(
        'sells',
      ),
    ])
    .forUpdate('l')
  const [listing] = await run(tx, locking)
  if (listing?.sells && (await createOffer(tx, { listingId, name: listing.product_name }))) {
    return
  }
  if (!(await transitionListing(tx, { from: 'RESERVED', to: 'AVAILABLE', where: { id: listingId } }))) {
    throw new Error(`Listing ${listingId} was not reserved`)
  }
}

const findNext = prepare((parameter: Parameters<{ listingId: string }>) =>
  query
    .selectFrom('waiting_entries as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .where('w.listing_id', '=', parameter('listingId'))
    .where('w.state', '=', 'WAITING')
    .where('u.email_verified_at', 'is not', null)
    .where(sql<boolean>`may_be_offered(w.user_id, w.listing_id)`)
    .select(['w.id', 'w.user_id as userId'])
    .orderBy('w.joined_at')
    .orderBy('w.id')
    .limit(1),
)

/** Tells those who are passed over for want of a proven email what to do, once for each phone. They keep their places. */
async function notifyPassedOver(tx: Transaction, { listingId, name }: { listingId: string; name: string }) {
  const kind: NoticeKind = 'offer-passed'
  const message = `${name} became free and was not offered to you, because your email is not proven. You keep your place: prove your email on your account’s page to be offered it next time.`
  const passed = query
    .selectFrom('waiting_entries as w')
    .innerJoin('users as u', 'u.id', 'w.user_id')
    .where('w.listing_id', '=', listingId)
    .where('w.state', '=', 'WAITING')
    .where('u.email_verified_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n')
            .whereRef('n.user_id', '=', 'w.user_id')
            .where('n.kind', '=', kind)
            .where('n.listing_id', '=', listingId)
            .select('n.id'),
        ),
      ),
    )
    .select(({ val }) => ['w.user_id', val(kind).as('kind'), val(message).as('message'), 'w.listing_id'])
  const columns = ['user_id', 'kind', 'message', 'listing_id'] as const
  await run(
    tx,
    query
      .insertInto('notices')
      .columns([...columns])
      .expression(passed),
  )
}

async function createOffer(
  tx: Transaction,
  { listingId, name }: { listingId: string; name: string },
): Promise<boolean> {
  for (;;) {
    const [first] = await findNext(tx, { listingId })
    await notifyPassedOver(tx, { listingId, name })
    if (!first) return false
    const offering = query
      .updateTable('waiting_entries')
      .set({ state: 'OFFERED', offered_until: fromNow(`${OFFER_HOURS} hours`) })
      .where('id', '=', first.id)
      .where('state', '=', 'WAITING')
      .returning('id')
    if ((await run(tx, offering)).length === 0) continue
    await notifyUser(tx, {
      userId: first.userId,
      kind: 'offered',
      message: `${name} is free. For the next ${OFFER_HOURS} hours only you can book it.`,
      listingId,
    })
    return true
  }
}
