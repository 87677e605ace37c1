import type { AccountLimits, TrustLevel } from '@second-ring/contracts/account-limits'
import { DomainError } from '@second-ring/contracts/errors'
import { inUtc } from '@second-ring/contracts/in-utc'
import { formatCents } from '@second-ring/contracts/money'
import type { PlaceOrderInput } from '@second-ring/contracts/orders/place-order'
import { type Database, type Parameters, prepare, query, type Tables } from '@second-ring/database'
import { type Expression, type QueryCreator, sql } from 'kysely'
import { feeOf } from '#fees/fee-of.ts'
import { authorize, type Caller } from '#identity/caller.ts'
import { withinAddress } from '#identity/within-address.ts'
import type { listingTransitions } from '#listings/listing-transitions.ts'
import type { MailKindName } from '#mails/mail-kinds.ts'
import { isReachable } from '#mails/record-mail.ts'
import { findReached, fitsLimit, lockAccount, readAccountUse } from '#platform/account-limits.ts'
import { now } from '#platform/database-clock.ts'
import { firstResult } from '#platform/idempotency.ts'
import type { Platform } from '#platform/platform.ts'
import { rejectRemovedUser } from '#platform/reject-removed-user.ts'
import type { NextState } from '#platform/transition-table.ts'
import { isUniqueViolation } from '#platform/unique-violation.ts'

/**
 * Books a phone at the price that the buyer was shown. One statement reserves the listing, makes the order with the
 * listing's own name and picture and the fee of now with its tax, writes the audit entry, notifies the seller and stores the
 * attempt's key. Of many buyers at once exactly one gets it; the unique index of live orders is the last guard.
 * @throws DomainError ALREADY_BOOKED, OWN_LISTING, NOT_FOUND (not for sale any more), PRICE_MISMATCH, REBOOKED_TOO_SOON,
 * LIMIT_REACHED, TOO_MANY_REQUESTS, CONFLICT (the key was used for another call)
 */
export async function placeOrder(
  platform: BookingPlatform,
  caller: Caller,
  input: PlaceOrderInput,
): Promise<{ orderId: string }> {
  authorize(caller, 'order.place')
  await platform.rateLimits.countAccount('book', caller.id)
  return withinAddress(platform, caller, { what: 'book', work: () => book(platform, caller, input) })
}

type BookingPlatform = Pick<Platform, 'database' | 'rateLimits' | 'bookingHoldHours' | 'accountLimits'>

async function book(
  { database, bookingHoldHours, accountLimits }: BookingPlatform,
  caller: Caller,
  input: PlaceOrderInput,
): Promise<{ orderId: string }> {
  const { key = null, operation = null, fingerprint = null } = caller.attempt ?? {}
  const { listingId, meetingPlace, phone, expectedPriceCents } = input
  const contact = { listingId, meetingPlace, phone, expectedPriceCents }
  const limits = JSON.stringify(accountLimits)
  const booking = { ...contact, buyerId: caller.id, bookingHoldHours, limits, key, operation, fingerprint }
  try {
    const [placed] = await rejectRemovedUser(bookAvailable(database, booking))
    if (placed) return placed
    const [taken] = await rejectRemovedUser(bookOffered(database, booking))
    if (taken) return taken
  } catch (error) {
    // A concurrent call with the same key was first, or another buyer.
    if (!isUniqueViolation(error)) throw error
  }
  const first = await firstResult<{ orderId: string }>(database, caller)
  if (first) return first
  throw await whyNotBookable(database, { ...input, buyerId: caller.id, accountLimits })
}

interface Booking extends Pick<PlaceOrderInput, 'listingId' | 'meetingPlace' | 'phone' | 'expectedPriceCents'> {
  buyerId: string
  bookingHoldHours: number
  /** AccountLimits as JSON. */
  limits: string
  /** Of the attempt; null without one. */
  key: string | null
  operation: string | null
  fingerprint: string | null
}

interface BookedListing {
  id: string
  product_name: string
  image: string
  resale_price_cents: number
  seller_id: string
  category_id: string
}

const RESERVED: NextState<typeof listingTransitions, 'AVAILABLE'> = 'RESERVED'
const image = sql<string>`coalesce(listings.images[1], '')`.as('image')
const bookedMessage = sql<string>`product_name || ' is booked. You see where to meet the buyer under My products.'`
const fee = feeOf({
  sellerId: sql.ref('listing.seller_id'),
  categoryId: sql.ref('listing.category_id'),
  priceCents: sql.ref('listing.resale_price_cents'),
})
const columns = [
  ...(['listings.id', 'listings.product_name', 'listings.resale_price_cents'] as const),
  ...(['listings.seller_id', 'listings.category_id'] as const),
] as const

/** Books a phone that is for sale. The reserving statement compares the price, so an edit comes before it or finds the phone booked. */
const bookAvailable = prepare((parameter: Parameters<Booking>) => {
  const reserving = withRoom(parameter).with('listing', db =>
    db
      .updateTable('listings')
      .set({ state: RESERVED, updated_at: now })
      .where('id', '=', parameter('listingId'))
      .where('state', '=', 'AVAILABLE')
      .where('seller_id', '<>', parameter('buyerId'))
      .where('resale_price_cents', '=', parameter('expectedPriceCents'))
      .where(({ exists, selectFrom }) => exists(selectFrom('room').select('level')))
      .returning([...columns, image]),
  )
  return makeOrder(reserving, parameter)
})

/** Books a phone that is reserved for the buyer, who was offered it from the waiting list. */
const bookOffered = prepare((parameter: Parameters<Booking>) => {
  // The user before their place in the list, as a removal locks them.
  const taking = withRoom(parameter)
    .with('offer', db =>
      db
        .updateTable('waiting_entries')
        .set({ state: 'TAKEN' })
        .where('listing_id', 'in', ({ selectFrom }) =>
          selectFrom('listings')
            .select('id')
            .where('id', '=', parameter('listingId'))
            .where('resale_price_cents', '=', parameter('expectedPriceCents')),
        )
        .where('user_id', '=', parameter('buyerId'))
        .where(({ exists, selectFrom }) => exists(selectFrom('room').select('level')))
        .where('state', '=', 'OFFERED')
        .where('offered_until', '>', now)
        .returning('listing_id'),
    )
    .with('listing', db =>
      db
        .selectFrom('listings')
        .innerJoin('offer', 'offer.listing_id', 'listings.id')
        .select([...columns, image]),
    )
  return makeOrder(taking, parameter)
})

/**
 * `room` has a row if the buyer's account may book one more, and this phone again. It holds the account, so that concurrent
 * bookings of one account are counted one after the other; buyers do not wait for each other.
 */
function withRoom(parameter: Parameters<Booking>) {
  const level = sql<TrustLevel | null>`account.level`
  const account = { userId: parameter('buyerId'), level, limits: parameter('limits') }
  return query
    .with(
      cte => cte('account').materialized(),
      db => db.selectNoFrom(lockAccount(parameter('buyerId')).as('level')),
    )
    .with(
      cte => cte('room').materialized(),
      db =>
        db
          .selectFrom('account')
          .where(fitsLimit('openBookings', account))
          .where(fitsLimit('bookingsADay', account))
          .where(rebookAfter(parameter('buyerId'), parameter('listingId')), 'is', null)
          .select('level'),
    )
}

function rebookAfter(buyerId: Expression<string>, listingId: Expression<string>) {
  return sql<Date | null>`rebook_after(${buyerId}::uuid, ${listingId}::uuid)`
}

function makeOrder(db: QueryCreator<Tables & { listing: BookedListing }>, parameter: Parameters<Booking>) {
  return db
    .with('placed', db =>
      db
        .insertInto('orders')
        .columns([
          ...(['listing_id', 'product_name', 'product_image', 'price_cents'] as const),
          ...(['fee_cents', 'fee_tax_cents', 'fee_tax_basis_points'] as const),
          ...(['buyer_id', 'meeting_place', 'phone', 'reserved_until', 'updated_at'] as const),
        ])
        .expression(({ selectFrom, cast }) =>
          selectFrom('listing')
            .crossJoinLateral(fee)
            .select([
              ...(['id', 'product_name', 'image', 'resale_price_cents'] as const),
              ...(['fee.fee_cents', 'fee.tax_cents', 'fee.tax_basis_points'] as const),
              cast<string>(parameter('buyerId'), 'uuid').as('buyer_id'),
              cast<string>(parameter('meetingPlace'), 'text').as('meeting_place'),
              cast<string>(parameter('phone'), 'text').as('phone'),
              sql<Date>`now() + ${parameter('bookingHoldHours')}::float8 * interval '1 hour'`.as('reserved_until'),
              now.as('updated_at'),
            ]),
        )
        .returning('id'),
    )
    .with('audited', db =>
      db
        .insertInto('audit_entries')
        .columns(['actor_id', 'action', 'subject_type', 'subject_id'])
        .expression(({ selectFrom, cast, val }) =>
          selectFrom('placed').select([
            cast<string>(parameter('buyerId'), 'uuid').as('actor_id'),
            val('order.place').as('action'),
            val('order').as('subject_type'),
            'id',
          ]),
        ),
    )
    .with('notified', db =>
      db
        .insertInto('notices')
        .columns(['user_id', 'kind', 'message', 'listing_id'])
        .expression(({ selectFrom, val }) =>
          selectFrom('listing')
            .innerJoin('users', 'users.id', 'listing.seller_id')
            .where('users.deleted_at', 'is', null)
            .select(['users.id', val('booked').as('kind'), bookedMessage.as('message'), 'listing.id as listing_id']),
        ),
    )
    .with('mailed', db =>
      db
        .insertInto('mails')
        .columns(['user_id', 'kind', 'message', 'listing_id'])
        .expression(({ selectFrom, val }) =>
          selectFrom('listing')
            .innerJoin('users', 'users.id', 'listing.seller_id')
            .where(isReachable)
            .where('users.booking_mails', '=', true)
            .select([
              'users.id',
              val<MailKindName>('booked').as('kind'),
              bookedMessage.as('message'),
              'listing.id as listing_id',
            ]),
        ),
    )
    .with('stored', db =>
      db
        .insertInto('idempotency_keys')
        .columns(['user_id', 'key', 'operation', 'fingerprint', 'result'])
        .expression(({ selectFrom, cast }) =>
          selectFrom('placed')
            .where(cast(parameter('key'), 'text'), 'is not', null)
            .select([
              cast<string>(parameter('buyerId'), 'uuid').as('user_id'),
              cast<string>(parameter('key'), 'text').as('key'),
              cast<string>(parameter('operation'), 'text').as('operation'),
              cast<string>(parameter('fingerprint'), 'text').as('fingerprint'),
              sql`jsonb_build_object('orderId', placed.id)`.as('result'),
            ]),
        ),
    )
    .selectFrom('placed')
    .select('id as orderId')
}

const findListing = prepare((parameter: Parameters<{ listingId: string; buyerId: string }>) =>
  query
    .selectFrom('listings')
    .where('id', '=', parameter('listingId'))
    .where('state', '<>', 'REMOVED')
    .select(({ exists, selectFrom }) => [
      'seller_id as sellerId',
      'state',
      'resale_price_cents as priceCents',
      exists(
        selectFrom('waiting_entries')
          .select('id')
          .whereRef('listing_id', '=', 'listings.id')
          .where('user_id', '=', parameter('buyerId'))
          .where('state', '=', 'OFFERED')
          .where('offered_until', '>', now),
      ).as('isOffered'),
      rebookAfter(parameter('buyerId'), parameter('listingId')).as('rebookAfter'),
      now.as('at'),
    ]),
)

interface RejectedBooking {
  listingId: string
  buyerId: string
  expectedPriceCents: number
  accountLimits: AccountLimits
}

async function whyNotBookable(database: Database, rejected: RejectedBooking): Promise<DomainError> {
  const { listingId, buyerId, expectedPriceCents, accountLimits } = rejected
  const [listing] = await findListing(database, { listingId, buyerId })
  if (!listing) return new DomainError('NOT_FOUND', 'This product is no longer for sale')
  const { sellerId, state, priceCents, isOffered, rebookAfter, at } = listing
  if (sellerId === buyerId) return new DomainError('OWN_LISTING', 'You cannot book your own product')
  const isTheirs = state === 'AVAILABLE' || isOffered
  if (!isTheirs) return alreadyBooked()
  if (priceCents !== expectedPriceCents) return priceChanged(priceCents)
  if (rebookAfter) return coolingDown(rebookAfter, at)
  const use = await readAccountUse(database, buyerId, ['openBookings', 'bookingsADay'])
  const reached = use && (await findReached(database, accountLimits, { userId: buyerId, ...use }))
  return reached ?? alreadyBooked()
}

/** The error for a booking at a price that is not the phone's any more; it names the new one. */
export function priceChanged(priceCents: number): DomainError {
  const message = `The price is now ${formatCents(priceCents)}. Book again if you still want it.`
  return new DomainError('PRICE_MISMATCH', message, { priceCents })
}

function coolingDown(until: Date, at: Date): DomainError {
  const message = `Your bookings of this phone have ended without a payment. You can book it again after ${inUtc(until)}.`
  return new DomainError('REBOOKED_TOO_SOON', message, {
    retryAfterS: Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000)),
  })
}

function alreadyBooked(): DomainError {
  return new DomainError('ALREADY_BOOKED', 'This product is already booked')
}
