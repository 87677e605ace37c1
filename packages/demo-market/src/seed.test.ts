import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { closeDatabase, createDatabase, type Database } from '@second-ring/database/create-database'
import { migratedDatabase } from '@second-ring/database/testing/database'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { marketAt } from './market.ts'
import { seed } from './seed.ts'

const now = new Date('2026-11-20T12:00:00Z')
const nothingNew = { pictures: 0, listings: 0, orders: 0 }
let imagesDir: string
let database: Database

// Empty files stand for the pictures, which need not be drawn again then; drawing has its own tests.
beforeAll(async () => {
  imagesDir = await mkdtemp(join(tmpdir(), 'second-ring-seed-'))
  for (const { name } of marketAt(now).pictures) await writeFile(join(imagesDir, `${name}.webp`), '')
})
afterAll(() => rm(imagesDir, { recursive: true }))

beforeEach(async () => {
  const opened = createDatabase(await migratedDatabase())
  onTestFinished(() => closeDatabase(opened))
  database = opened
})

async function everything() {
  return {
    users: await database.user.findMany({ orderBy: { id: 'asc' } }),
    categories: await database.category.findMany({ orderBy: { id: 'asc' } }),
    listings: await database.listing.findMany({ orderBy: { id: 'asc' } }),
    orders: await database.order.findMany({ orderBy: { id: 'asc' } }),
    payments: await database.payment.findMany({ orderBy: { id: 'asc' } }),
    refunds: await database.refund.findMany({ orderBy: { id: 'asc' } }),
    claims: await database.claim.findMany({ orderBy: { id: 'asc' } }),
    notes: await database.orderNote.findMany({ orderBy: { id: 'asc' } }),
    caseNotes: await database.caseNote.findMany({ orderBy: { id: 'asc' } }),
    notices: await database.notice.findMany({ orderBy: { id: 'asc' } }),
    receipts: await database.receipt.findMany({ orderBy: { id: 'asc' } }),
    entries: await database.ledgerEntry.count(),
    audit: await database.auditEntry.findMany({ orderBy: { id: 'asc' } }),
  }
}

test('fills an empty database, and changes nothing the second time, whenever that is', async () => {
  const { listings, orders } = marketAt(now)
  expect(await seed(database, { imagesDir, now })).toEqual({
    pictures: 0,
    listings: listings.length,
    orders: orders.length,
  })
  const first = await everything()
  expect(first.listings).toHaveLength(listings.length)
  expect(await seed(database, { imagesDir, now: new Date('2027-02-01T00:00:00Z') })).toEqual(nothingNew)
  expect(await everything()).toEqual(first)
})

test('the ledger has what the orders say, and each document is numbered in the order of what it tells of', async () => {
  await seed(database, { imagesDir, now })
  const { orders, refunds, receipts } = await everything()
  const balances = await database.$queryRaw<{ kind: string; cents: number }[]>`
    SELECT kind::text, sum(balance_cents)::int AS cents FROM ledger_balances GROUP BY 1`
  const balanceOf = Object.fromEntries(balances.map(({ kind, cents }) => [kind, cents]))
  const price = (...states: string[]) =>
    orders.filter(({ state }) => states.includes(state)).reduce((sum, { priceCents }) => sum + priceCents, 0)
  const back = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
  expect(balanceOf).toMatchObject({ UNASSIGNED: 0, BUYER_REFUNDS: 0, PROVIDER_BALANCE: 0 })
  expect(balanceOf.HELD).toBe(-price('PAID', 'HANDED_OVER', 'CLAIMED'))
  const done = price('RELEASED', 'PARTLY_REFUNDED') - back
  expect((balanceOf.SELLER_BALANCE ?? 0) + (balanceOf.PLATFORM_FEES ?? 0)).toBe(-done)
  const of = (kind: string) =>
    receipts.filter(receipt => receipt.kind === kind).toSorted((a, b) => Number(a.occurredAt) - Number(b.occurredAt))
  expect(of('RECEIPT').map(({ number }) => number)).toEqual(Array.from({ length: 13 }, (_, index) => index + 1))
  expect(of('FEE_INVOICE').map(({ number }) => number)).toEqual([1, 2, 3, 4, 5])
  expect(of('FEE_INVOICE').reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(-(balanceOf.PLATFORM_FEES ?? 0))
})

test('an invoice tells of the moment at which the ledger has its fee', async () => {
  await seed(database, { imagesDir, now })
  const invoices = await database.receipt.findMany({ where: { kind: 'FEE_INVOICE' } })
  for (const { orderId, occurredAt } of invoices) {
    const release = await database.ledgerTransaction.findFirst({ where: { orderId, act: 'ORDER_RELEASED' } })
    expect(release?.postedAt).toEqual(occurredAt)
  }
  expect(invoices).toHaveLength(5)
})

test('two at once fill it once', async () => {
  const results = await Promise.all([seed(database, { imagesDir, now }), seed(database, { imagesDir, now })])
  expect(results.map(({ listings }) => listings).toSorted((a, b) => a - b)).toEqual([0, marketAt(now).listings.length])
  expect(await database.order.count()).toBe(marketAt(now).orders.length)
})

test('draws the pictures that are absent', async () => {
  const [first, second] = marketAt(now).pictures
  for (const picture of [first, second]) await rm(join(imagesDir, `${picture?.name}.webp`))
  expect(await seed(database, { imagesDir, now })).toMatchObject({ pictures: 2 })
  expect((await stat(join(imagesDir, `${first?.name}-640.webp`))).size).toBeGreaterThan(1000)
})

test('records who uploaded a drawn picture, and how it looks', async () => {
  const { listings, pictures } = marketAt(now)
  const listing = listings[0]
  const names = pictures.map(({ name }) => name).filter(name => `${listing?.images}`.includes(name))
  for (const name of names) await rm(join(imagesDir, `${name}.webp`))
  await seed(database, { imagesDir, now })
  const uploads = await database.upload.findMany({ select: { reference: true, userId: true, look: true } })
  expect(uploads.map(({ reference }) => reference).toSorted()).toEqual(
    [...((listing?.images ?? []) as string[])].toSorted(),
  )
  for (const { userId, look } of uploads)
    expect([userId, look]).toEqual([listing?.sellerId, expect.stringMatching(/^[01]{256}$/)])
})

test('records a drawn picture of a category as nobody’s', async () => {
  const [category] = marketAt(now).categories
  await rm(join(imagesDir, basename(`${category?.image}`)))
  await seed(database, { imagesDir, now })
  const uploads = await database.upload.findMany({ select: { reference: true, userId: true } })
  expect(uploads).toEqual([{ reference: category?.image, userId: null }])
})

test('every picture that the market names is a file', async () => {
  await seed(database, { imagesDir, now })
  const { listings, categories } = await everything()
  const addresses = [...listings.flatMap(({ images }) => images), ...categories.map(({ image }) => image)]
  expect(addresses.length).toBe(new Set(addresses).size)
  for (const address of addresses) {
    expect(address).toMatch(/^\/images\/[0-9a-f]{32}\.webp$/)
    expect((await stat(join(imagesDir, basename(address)))).isFile()).toBe(true)
  }
})

test('does not undo what people did', async () => {
  await seed(database, { imagesDir, now })
  const buyer = await database.user.findUniqueOrThrow({ where: { identityUid: 'demo-buyer' } })
  const sold = await database.listing.findFirstOrThrow({ where: { state: 'SOLD' } })
  const held = await database.order.findFirstOrThrow({ where: { state: 'PLACED' } })
  await database.order.updateMany({
    where: { listingId: sold.id },
    data: { state: 'REFUNDED', ending: 'REFUNDED_BY_SELLER', endedAt: now },
  })
  await database.listing.update({ where: { id: sold.id }, data: { state: 'REMOVED', description: 'Gone' } })
  await database.order.update({
    where: { id: held.id },
    data: { state: 'CANCELLED', ending: 'RELEASED', endedAt: now },
  })
  await database.listing.update({ where: { id: held.listingId }, data: { state: 'AVAILABLE' } })
  await database.user.update({ where: { id: buyer.id }, data: { name: '', email: null, deletedAt: now } })
  const before = await everything()
  expect(await seed(database, { imagesDir, now })).toEqual(nothingNew)
  expect(await everything()).toEqual(before)
})

test('goes along with what was there before it', async () => {
  await database.user.create({
    data: { identityUid: 'someone', email: 'someone@example.test', name: 'S', role: 'BUYER' },
  })
  await seed(database, { imagesDir, now })
  expect(await database.user.count({ where: { identityUid: 'someone' } })).toBe(1)
})
