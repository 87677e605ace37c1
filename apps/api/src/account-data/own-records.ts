import type { Database, Prisma } from '@second-ring/database'

/** Of a kind that is without end, the newest. */
const MOST = 10_000

/**
 * All that is one user's own, a kind at a time. Of orders, their part alone: the other side is not named, nor what only the
 * other side has typed.
 */
export async function* ownRecords(
  database: Database,
  userId: string,
): AsyncGenerator<readonly [name: string, records: unknown], void, void> {
  const user = { id: userId }
  const profile = {
    id: true,
    email: true,
    name: true,
    role: true,
    verifiedAt: true,
    emailVerifiedAt: true,
    emailChangeTo: true,
    emailBefore: true,
    signIns: true,
    createdAt: true,
    bookingMails: true,
  } as const
  yield ['profile', await database.user.findUnique({ where: user, select: { ...profile, deletesAt: true } })]
  const newest = { orderBy: { id: 'desc' }, take: MOST } as const
  yield ['listings', await database.listing.findMany({ where: { sellerId: userId }, ...newest, select: listingSelect })]
  yield ['orders-bought', await ordersBought(database, userId)]
  yield ['orders-sold', await ordersSold(database, userId)]
  yield ['claims', await claims(database, userId)]
  yield ['payments', await payments(database, userId)]
  yield ['payout-account', await database.payoutAccount.findUnique({ where: { userId }, select: payoutAccount })]
  const transfer = { orderId: true, amountCents: true, reversedCents: true, state: true, settledAt: true } as const
  const ofSeller = { where: { sellerId: userId }, ...newest }
  yield ['transfers', await database.transfer.findMany({ ...ofSeller, select: transfer })]
  const payout = { amountCents: true, state: true, failureReason: true, requestedAt: true, settledAt: true } as const
  yield ['payouts', await database.payout.findMany({ ...ofSeller, select: payout })]
  yield ['favorites', await favorites(database, userId)]
  yield ['saved-searches', await database.savedSearch.findMany({ where: { userId }, ...newest, select: searchSelect })]
  const place = { listingId: true, state: true, joinedAt: true, offeredUntil: true } as const
  yield ['waiting-lists', await database.waitingEntry.findMany({ where: { userId }, ...newest, select: place })]
  const report = { listingId: true, reason: true, text: true, state: true, createdAt: true, handledAt: true } as const
  yield ['reports', await database.report.findMany({ where: { reporterId: userId }, ...newest, select: report })]
  const notice = { kind: true, message: true, listingId: true, orderId: true, createdAt: true, readAt: true } as const
  yield ['notifications', await database.notice.findMany({ where: { userId }, ...newest, select: notice })]
  const mail = { kind: true, createdAt: true, settledAt: true, state: true } as const
  yield ['mails', await database.mail.findMany({ where: { userId }, ...newest, select: mail })]
  const session = { device: true, network: true, createdAt: true, renewedAt: true, endedAt: true } as const
  yield ['sessions', await database.session.findMany({ where: { userId }, ...newest, select: session })]
  yield ['passkeys', await database.passkey.findMany({ where: { userId }, select: { name: true, createdAt: true } })]
  yield ['audit', await auditEntries(database, userId)]
}

const listingSelect = {
  id: true,
  categoryId: true,
  sellerName: true,
  productName: true,
  images: true,
  description: true,
  location: true,
  resalePriceCents: true,
  originalPriceCents: true,
  yearsUsed: true,
  yearOfPurchase: true,
  condition: true,
  state: true,
  postedAt: true,
  advertisedAt: true,
  hiddenAt: true,
  updatedAt: true,
} as const satisfies Prisma.ListingSelect

const payoutAccount = {
  providerAccountId: true,
  detailsSubmitted: true,
  transfersEnabled: true,
  payoutsEnabled: true,
  requirementsDue: true,
  disabledReason: true,
  createdAt: true,
  changedAt: true,
} as const satisfies Prisma.PayoutAccountSelect

const orderSelect = {
  id: true,
  listingId: true,
  productName: true,
  priceCents: true,
  state: true,
  ending: true,
  placedAt: true,
  paidAt: true,
  endedAt: true,
  releasedAt: true,
  meetingTime: true,
} as const

const searchSelect = {
  text: true,
  categoryId: true,
  conditions: true,
  minPriceCents: true,
  maxPriceCents: true,
  minYearsUsed: true,
  maxYearsUsed: true,
  location: true,
  verifiedOnly: true,
  attributes: true,
  savedAt: true,
} as const

/** What they have typed on an order. */
function typedBy(userId: string) {
  return {
    notes: { where: { authorId: userId }, select: { text: true, createdAt: true } },
    proposals: {
      where: { proposedById: userId },
      select: { meetingPlace: true, meetingTime: true, state: true, createdAt: true },
    },
    cancellations: {
      where: { proposedById: userId },
      select: { reason: true, relist: true, state: true, createdAt: true },
    },
    noShows: {
      where: { reportedById: userId },
      select: { text: true, meetingTime: true, state: true, reportedAt: true },
    },
  } as const
}

function ordersBought(database: Database, userId: string) {
  return database.order.findMany({
    where: { buyerId: userId },
    orderBy: { id: 'desc' },
    take: MOST,
    select: { ...orderSelect, meetingPlace: true, phone: true, handoverCode: true, ...typedBy(userId) },
  })
}

function ordersSold(database: Database, userId: string) {
  return database.order.findMany({
    where: { listing: { sellerId: userId } },
    orderBy: { id: 'desc' },
    take: MOST,
    select: { ...orderSelect, feeCents: true, feeTaxCents: true, ...typedBy(userId) },
  })
}

/** What they said was wrong with a phone, and what they answered when a buyer did. */
async function claims(database: Database, userId: string) {
  const newest = { orderBy: { id: 'desc' }, take: MOST } as const
  const shared = { orderId: true, state: true, openedAt: true, closedAt: true, refundCents: true } as const
  const opened = { ...shared, reason: true, text: true, images: true, wish: true, wishCents: true } as const
  const answered = { ...shared, answer: true, answerText: true, offerCents: true, answeredAt: true } as const
  const [asBuyer, asSeller] = [{ buyerId: userId }, { listing: { sellerId: userId } }]
  return {
    opened: await database.claim.findMany({ where: { order: asBuyer }, ...newest, select: opened }),
    answered: await database.claim.findMany({ where: { order: asSeller }, ...newest, select: answered }),
  }
}

function payments(database: Database, userId: string) {
  return database.payment.findMany({
    where: { buyerId: userId },
    orderBy: { id: 'desc' },
    take: MOST,
    select: {
      orderId: true,
      intentId: true,
      amountCents: true,
      state: true,
      createdAt: true,
      receivedAt: true,
      refunds: { select: { amountCents: true, state: true, requestedAt: true } },
    },
  })
}

function favorites(database: Database, userId: string) {
  return database.favorite.findMany({
    where: { userId },
    orderBy: { keptAt: 'desc' },
    take: MOST,
    select: { listingId: true, keptAt: true, listing: { select: { productName: true } } },
  })
}

/** What they did, and what was done to their account; who else did it is not said. */
async function auditEntries(database: Database, userId: string) {
  const rows = await database.auditEntry.findMany({
    where: { OR: [{ actorId: userId }, { subjectType: 'user', subjectId: userId }] },
    orderBy: { id: 'desc' },
    take: MOST,
    select: { at: true, action: true, subjectType: true, subjectId: true, actorId: true, reason: true },
  })
  return rows.map(({ actorId, reason, ...entry }) =>
    actorId === userId ? { ...entry, by: 'you', reason } : { ...entry, by: 'the market' },
  )
}
