import { defaultAccountLimits } from '@second-ring/contracts/account-limits'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const REPORTS_A_DAY = defaultAccountLimits.reportsADay.proven

let market: Market
let admin: ReturnType<Market['as']>
let adminId: string
beforeAll(async () => {
  market = await createMarket()
  adminId = (await market.user({ role: 'ADMIN' })).id
  admin = market.as(adminId)
})
afterAll(() => market.close())
beforeEach(() => market.database.report.deleteMany())

const NOW = () => new Date(Date.now() + 60_000).toISOString()
const noticesOf = (userId: string) =>
  market.database.notice.findMany({ where: { userId }, select: { kind: true, message: true, listingId: true } })

/** A report by somebody new. @returns their id */
async function reportBy(listingId: string, text = ''): Promise<string> {
  const { id } = await market.user()
  await market.as(id).reports.file({ listingId, reason: 'STOLEN', text })
  return id
}

describe('a report', () => {
  it('is one a user and post, also after a dismissal, until the seller changes the post', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const reporter = await market.asBuyer()
    const file = () => reporter.reports.file({ listingId, reason: 'OTHER', text: ' A toy ' })
    const { reportId } = await file()
    const stored = await market.database.report.findUniqueOrThrow({ where: { id: reportId } })
    expect(stored).toMatchObject({ state: 'OPEN', reason: 'OTHER', text: 'A toy', handledAt: null })
    const again = { code: 'CONFLICT', message: expect.stringContaining('reported this post already') }
    await expect(file()).rejects.toMatchObject(again)
    await admin.reports.dismiss({ listingId, until: NOW(), note: 'It is a phone' })
    const seen = { code: 'CONFLICT', message: expect.stringMatching(/^Thank you, .* the post stays\./) }
    await expect(file()).rejects.toMatchObject(seen)
    expect(await admin.reports.open()).toEqual({ listings: 0 })
    await market.as(sellerId).listings.edit({ listingId, description: 'Not a phone at all.', resalePriceCents: 20_000 })
    expect(await file()).toMatchObject({ reportId: expect.any(String) })
    await expect(file()).rejects.toMatchObject(again)
  })

  it('is none again for a change that the admin saw when they dismissed it', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const reporter = await market.asBuyer()
    const file = () => reporter.reports.file({ listingId, reason: 'OTHER' })
    await file()
    await market.as(sellerId).listings.edit({ listingId, description: 'A phone.', resalePriceCents: 20_000 })
    await admin.reports.dismiss({ listingId, until: NOW(), note: 'It is a phone' })
    await expect(file()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('that is sent again under its key is the same', async () => {
    const { id: listingId } = await market.listing()
    const reporter = await market.asBuyer()
    const idempotencyKey = crypto.randomUUID()
    const file = () => reporter.reports.file({ listingId, reason: 'STOLEN', idempotencyKey })
    const [one, two] = await Promise.all([file(), file()])
    expect(one).toEqual(two)
    expect(await market.database.report.count({ where: { listingId } })).toBe(1)
  })

  it('is not of one’s own post, nor of one that is gone', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const own = market.as(sellerId).reports.file({ listingId, reason: 'STOLEN' })
    await expect(own).rejects.toMatchObject({ code: 'CONFLICT', message: 'This is your own product' })
    const reporter = await market.asBuyer()
    const { id: gone } = await market.listing({ state: 'REMOVED' })
    for (const id of [gone, crypto.randomUUID()]) {
      const filed = reporter.reports.file({ listingId: id, reason: 'STOLEN' })
      await expect(filed).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('is limited to so many a day, in parallel too', async () => {
    const reporter = await market.asBuyer()
    const listings = await Promise.all(Array.from({ length: REPORTS_A_DAY + 3 }, () => market.listing()))
    const filed = await Promise.allSettled(
      listings.map(({ id }) => reporter.reports.file({ listingId: id, reason: 'WRONG_PRICE' })),
    )
    expect(filed.filter(({ status }) => status === 'fulfilled')).toHaveLength(REPORTS_A_DAY)
    const [refused] = filed.filter(result => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ cause: { code: 'LIMIT_REACHED', retryAfterS: expect.any(Number) } })
    await market.timePasses({ hours: 24 })
    const { id: listingId } = await market.listing()
    expect(await reporter.reports.file({ listingId, reason: 'WRONG_PRICE' })).toMatchObject({})
  })

  it('is not written by a user who is being removed', async () => {
    const { id: listingId } = await market.listing()
    const { id } = await market.user()
    await market.as(id).accounts.requestDeletion({ confirmation: 'DELETE' })
    const filed = market.as(id).reports.file({ listingId, reason: 'STOLEN' })
    await expect(filed).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('the queue', () => {
  it('has a row a post with the number of reporters, their reasons and texts, by time or by number', async () => {
    const [few, many] = [await market.listing(), await market.listing()]
    await reportBy(many.id, 'The box is empty')
    await reportBy(many.id)
    const { id: other } = await market.user({ name: 'Nia Roe' })
    await market.as(other).reports.file({ listingId: many.id, reason: 'OFFENSIVE', text: 'Look at the picture' })
    await market.timePasses({ hours: 1 })
    await reportBy(few.id)
    expect(await admin.reports.open()).toEqual({ listings: 2 })
    const newest = await admin.reports.queue({})
    expect(newest.items.map(({ listing }) => listing.id)).toEqual([few.id, many.id])
    const most = await admin.reports.queue({ order: 'most' })
    expect(most.items.map(({ listing, reporters }) => [listing.id, reporters])).toEqual([
      [many.id, 3],
      [few.id, 1],
    ])
    expect(most.items[0]).toMatchObject({
      reasons: [
        { reason: 'STOLEN', count: 2 },
        { reason: 'OFFENSIVE', count: 1 },
      ],
      reports: [
        { reporter: { id: other, name: 'Nia Roe' }, reason: 'OFFENSIVE', text: 'Look at the picture' },
        { reason: 'STOLEN', text: '' },
        { reason: 'STOLEN', text: 'The box is empty' },
      ],
    })
    expect(most.items[0]?.lastReportedAt).toBe(most.items[0]?.reports[0]?.reportedAt)
  })

  it.each(['newest', 'most'] as const)(
    'has what proven users report first, and says how many they are: %s',
    async order => {
      const [one, many] = [await market.listing(), await market.listing()]
      await reportBy(one.id)
      await market.timePasses({ hours: 1 })
      for (let count = 0; count < 12; count += 1) {
        const { id } = await market.user({ emailVerifiedAt: null })
        await market.as(id).reports.file({ listingId: many.id, reason: 'STOLEN' })
      }
      const rowsOf = async () =>
        (await admin.reports.queue({ order })).items.map(({ listing, reporters, proven }) => [
          listing.id,
          reporters,
          proven,
        ])
      expect(await rowsOf()).toEqual([
        [one.id, 1, 1],
        [many.id, 12, 0],
      ])
      await reportBy(many.id)
      expect(await rowsOf()).toEqual([
        [many.id, 13, 1],
        [one.id, 1, 1],
      ])
    },
  )

  it.each(['newest', 'most'] as const)('is paged without gaps or repeats: %s', async order => {
    const listings = await Promise.all(Array.from({ length: 5 }, () => market.listing()))
    for (const [index, { id }] of listings.entries()) {
      for (let count = index % 3; count >= 0; count -= 1) await reportBy(id)
    }
    const all = (await admin.reports.queue({ order })).items.map(({ listing }) => listing.id)
    expect(all.toSorted()).toEqual(listings.map(({ id }) => id).toSorted())
    const paged: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await admin.reports.queue({ order, limit: 2, ...(cursor && { cursor }) })
      paged.push(...page.items.map(({ listing }) => listing.id))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(paged).toEqual(all)
  })

  it('is for admins', async () => {
    const { id: listingId, sellerId } = await market.listing()
    await reportBy(listingId, 'Mine was stolen')
    for (const id of [sellerId, (await market.user()).id]) {
      const { reports } = market.as(id)
      const forbidden = { code: 'FORBIDDEN' }
      await expect(reports.queue({})).rejects.toMatchObject(forbidden)
      await expect(reports.open()).rejects.toMatchObject(forbidden)
      const dismissed = reports.dismiss({ listingId, until: NOW(), note: 'No' })
      await expect(dismissed).rejects.toMatchObject(forbidden)
    }
  })
})

describe('closing reports', () => {
  it('that are dismissed tells each reporter that the post stays, and its seller nothing', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const reporters = [await reportBy(listingId), await reportBy(listingId)]
    const note = 'The invoice was shown'
    expect(await admin.reports.dismiss({ listingId, until: NOW(), note })).toEqual({ listingId, closed: 2 })
    for (const id of reporters) {
      const message = 'We have looked at Aurora 12, which you reported. The post stays as it is.'
      expect(await noticesOf(id)).toEqual([{ kind: 'report-closed', message, listingId }])
    }
    expect(await noticesOf(sellerId)).toEqual([])
    expect(await market.database.report.findMany({ where: { listingId } })).toMatchObject([
      { state: 'DISMISSED', handledById: adminId, note, handledAt: expect.any(Date) },
      { state: 'DISMISSED' },
    ])
    const audited = { actorId: adminId, action: 'listing.dismiss-reports', subjectId: listingId, reason: note }
    expect(await market.database.auditEntry.count({ where: audited })).toBe(1)
    const again = admin.reports.dismiss({ listingId, until: NOW(), note })
    await expect(again).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await admin.reports.open()).toEqual({ listings: 0 })
  })

  it('leaves open what came after the admin read them', async () => {
    const { id: listingId } = await market.listing()
    await reportBy(listingId)
    await market.timePasses({ hours: 1 })
    const { items } = await admin.reports.queue({})
    await reportBy(listingId)
    await admin.reports.dismiss({ listingId, until: items[0]?.lastReportedAt ?? '', note: 'Seen' })
    expect(await admin.reports.queue({})).toMatchObject({ items: [{ reporters: 1 }] })
  })

  it('by removing the post tells each reporter so, and its seller not who they are', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const reporters = [await reportBy(listingId, 'It is mine'), await reportBy(listingId)]
    expect(await admin.listings.previewRemoval({ listingId })).toMatchObject({ reports: 2 })
    await admin.listings.removeAny({ listingId, reason: 'Stolen goods' })
    for (const id of reporters) {
      const message = 'We have looked at Aurora 12, which you reported. It is no longer for sale.'
      expect(await noticesOf(id)).toEqual([{ kind: 'report-closed', message, listingId: null }])
    }
    const [told] = await noticesOf(sellerId)
    expect(told?.message).toBe('An admin has removed your post of Aurora 12. The admin wrote: “Stolen goods”')
    expect(await market.database.report.count({ where: { listingId, state: 'ACTED' } })).toBe(2)
  })

  it('of a post that its seller has removed meanwhile tells what is so', async () => {
    const { id: listingId, sellerId } = await market.listing()
    const reporter = await reportBy(listingId)
    await market.as(sellerId).listings.remove({ listingId })
    expect((await admin.reports.queue({})).items).toMatchObject([{ listing: { state: 'REMOVED' } }])
    await admin.reports.dismiss({ listingId, until: NOW(), note: 'Gone' })
    const message = 'We have looked at Aurora 12, which you reported. It is no longer for sale.'
    expect(await noticesOf(reporter)).toEqual([{ kind: 'report-closed', message, listingId: null }])
  })
})

it('a removed user’s reports stay without their text', async () => {
  const { id: listingId } = await market.listing()
  const reporter = await reportBy(listingId, 'I am Nia, call me')
  await admin.accounts.removeUser({ userId: reporter })
  const [report] = await market.database.report.findMany({ where: { listingId } })
  expect(report).toMatchObject({ text: '', reason: 'STOLEN', state: 'OPEN' })
})
