import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetExports } from './forget-exports.ts'
import { prepareExport } from './prepare-export.ts'
import { readZip } from './testing/read-zip.ts'

const DAY = 24
let market: Market
beforeAll(async () => {
  market = await createMarket({ takesPictures: true })
})
afterAll(() => market.close())

const bearerOf = (id: string) => ({ authorization: `Bearer ${market.tokenOf(id)}` })
const download = (id: string) => fetch(`${market.url}/account-data.zip`, { headers: bearerOf(id) })

/** The latest export of a user, made. */
async function prepared(userId: string): Promise<void> {
  const { id: exportId } = await market.database.dataExport.findFirstOrThrow({
    where: { userId },
    orderBy: { requestedAt: 'desc' },
  })
  await prepareExport(market.platform, { exportId })
}

async function filesOf(id: string): Promise<Map<string, Buffer>> {
  const answer = await download(id)
  expect(answer.status).toBe(200)
  return readZip(Buffer.from(await answer.arrayBuffer()))
}

async function upload(id: string): Promise<string> {
  const bytes = await drawPicture(80, 80).png().toBuffer()
  const form = new FormData()
  form.set('image', new File([new Uint8Array(bytes)], 'phone.png'))
  const answer = await fetch(`${market.url}/1/upload?key=demo`, { method: 'POST', headers: bearerOf(id), body: form })
  const { data } = (await answer.json()) as { data: { url: string } }
  return new URL(data.url).pathname
}

const json = (files: Map<string, Buffer>, name: string) => JSON.parse(String(files.get(`${name}.json`)))

describe('an export', () => {
  it('has all that is one’s own, the pictures too, and nothing private of the other side', async () => {
    const seller = await market.user({ role: 'SELLER', name: 'Sara Lind' })
    const buyer = await market.user({ name: 'Nia Roe' })
    const reference = await upload(seller.id)
    const { id: listingId } = await market.listing({
      sellerId: seller.id,
      images: [reference],
      description: 'Like new',
    })
    const { orderId } = await market.as(buyer.id).orders.place({
      listingId,
      meetingPlace: 'The old library',
      phone: '+1 555 010 0187',
      expectedPriceCents: 20_000,
    })
    await market.as(buyer.id).orders.addNote({ orderId, text: 'I come by bike' })
    await market.as(seller.id).orders.addNote({ orderId, text: 'Ring twice' })
    await market.as(buyer.id).listings.setFavorite({ listingId, favorite: true })
    await market.as(buyer.id).search.save({ text: 'aurora' })
    await market.as(buyer.id).reports.file({ listingId, reason: 'MISLEADING', text: 'It is green' })
    await market.as(seller.id).payouts.startOnboarding()
    for (const { id } of [seller, buyer]) {
      await market.as(id).accounts.requestExport({})
      await prepared(id)
    }
    const ofSeller = await filesOf(seller.id)
    expect(json(ofSeller, 'profile')).toMatchObject({ name: 'Sara Lind', email: seller.email, role: 'SELLER' })
    expect(json(ofSeller, 'listings')).toMatchObject([{ id: listingId, description: 'Like new' }])
    expect(json(ofSeller, 'orders-sold')).toMatchObject([{ id: orderId, notes: [{ text: 'Ring twice' }] }])
    expect(json(ofSeller, 'payout-account')).toMatchObject({
      payoutsEnabled: false,
      requirementsDue: expect.any(Array),
    })
    expect(json(ofSeller, 'pictures')).toEqual([{ picture: reference, file: `pictures/${reference.slice(8)}` }])
    const host = await fetch(`${market.url}${reference}`)
    expect(ofSeller.get(`pictures/${reference.slice(8)}`)).toEqual(Buffer.from(await host.arrayBuffer()))
    const soldAsText = String(ofSeller.get('orders-sold.json'))
    for (const secret of ['+1 555 010 0187', 'The old library', 'Nia', buyer.email ?? '', 'I come by bike']) {
      expect(soldAsText).not.toContain(secret)
    }
    const ofBuyer = await filesOf(buyer.id)
    expect(json(ofBuyer, 'orders-bought')).toMatchObject([
      { id: orderId, phone: '+1 555 010 0187', meetingPlace: 'The old library', notes: [{ text: 'I come by bike' }] },
    ])
    expect(json(ofBuyer, 'favorites')).toMatchObject([{ listingId }])
    expect(json(ofBuyer, 'saved-searches')).toMatchObject([{ text: 'aurora' }])
    expect(json(ofBuyer, 'reports')).toMatchObject([{ listingId, text: 'It is green', state: 'OPEN' }])
    expect(JSON.stringify([...ofSeller.values()].map(String))).not.toContain('It is green')
    expect(json(ofBuyer, 'sessions')).toMatchObject([{ endedAt: null }])
    expect(json(ofBuyer, 'audit')).toContainEqual(expect.objectContaining({ action: 'order.place', by: 'you' }))
    expect(json(ofBuyer, 'payout-account')).toBeNull()
    expect(json(ofBuyer, 'pictures')).toEqual([])
    const bought = String(ofBuyer.get('orders-bought.json'))
    for (const secret of ['Sara', seller.email ?? '', 'Ring twice']) expect(bought).not.toContain(secret)
  })

  it('is being prepared, then ready with a notification, and gone after seven days', async () => {
    const { id } = await market.user()
    const caller = market.as(id)
    expect(await caller.accounts.exportStatus()).toEqual({ state: 'NONE', expiresAt: null, sizeBytes: null })
    expect((await download(id)).status).toBe(404)
    expect(await caller.accounts.requestExport({})).toMatchObject({ state: 'PREPARING' })
    await prepared(id)
    const status = await caller.accounts.exportStatus()
    expect(status).toEqual({ state: 'READY', expiresAt: expect.any(String), sizeBytes: expect.any(Number) })
    const { items } = await caller.notices.list({})
    expect(items.map(({ kind }) => kind)).toEqual(['export-ready'])
    const answer = await download(id)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-length')).toBe(`${status.sizeBytes}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await answer.arrayBuffer()).byteLength).toBe(status.sizeBytes)
    const downloaded = { actorId: id, action: 'account.download-export' }
    expect(await market.database.auditEntry.count({ where: downloaded })).toBe(1)
    await market.timePasses({ hours: 7 * DAY })
    expect((await caller.accounts.exportStatus()).state).toBe('NONE')
    expect((await download(id)).status).toBe(404)
    await forgetExports(market.platform)
    expect(await market.database.dataExport.count({ where: { userId: id } })).toBe(0)
    expect(await market.database.dataExportPart.count({ where: { export: { userId: id } } })).toBe(0)
  })

  it('is one at a time, and three a day', async () => {
    const { id } = await market.user()
    const ask = () => market.as(id).accounts.requestExport({})
    await Promise.all([ask(), ask(), ask()])
    expect(await market.database.dataExport.count({ where: { userId: id } })).toBe(1)
    for (let count = 1; count < 3; count += 1) {
      await prepared(id)
      await ask()
    }
    await prepared(id)
    await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await market.timePasses({ hours: DAY })
    expect(await ask()).toMatchObject({ state: 'PREPARING' })
  })

  it('that is not ready in an hour has failed, and may be asked for again', async () => {
    const { id } = await market.user()
    await market.as(id).accounts.requestExport({})
    await market.database.dataExport.updateMany({
      where: { userId: id },
      data: { state: 'PREPARING', sizeBytes: null },
    })
    await market.timePasses({ hours: 1 })
    expect((await market.as(id).accounts.exportStatus()).state).toBe('FAILED')
    await market.as(id).accounts.requestExport({})
    expect(await market.database.dataExport.count({ where: { userId: id } })).toBe(2)
  })

  it('is the latest, also when an earlier one is ready only after it', async () => {
    const { id } = await market.user()
    await market.as(id).accounts.requestExport({})
    const { id: earlier } = await market.database.dataExport.findFirstOrThrow({ where: { userId: id } })
    await market.timePasses({ hours: 1 })
    await market.as(id).accounts.requestExport({})
    await prepared(id)
    await prepareExport(market.platform, { exportId: earlier })
    expect((await filesOf(id)).has('profile.json')).toBe(true)
    expect(await market.database.dataExport.count({ where: { userId: id, state: 'READY' } })).toBe(2)
  })

  it('made again by a job that runs twice is the same file', async () => {
    const { id } = await market.user()
    await market.as(id).accounts.requestExport({})
    await prepared(id)
    await prepared(id)
    expect((await filesOf(id)).has('profile.json')).toBe(true)
    expect(await market.database.notice.count({ where: { userId: id } })).toBe(1)
  })

  it('says which pictures are left out, such as one that is gone', async () => {
    const { id } = await market.user({ role: 'SELLER' })
    const gone = `/images/${'9'.repeat(32)}.webp`
    await market.listing({ sellerId: id, images: [gone, 'https://elsewhere.example/a.jpg'] })
    await market.as(id).accounts.requestExport({})
    await prepared(id)
    expect(json(await filesOf(id), 'pictures')).toEqual([
      { picture: gone, file: null, why: 'It is not stored any more.' },
      { picture: 'https://elsewhere.example/a.jpg', file: null, why: expect.stringContaining('another image host') },
    ])
  })

  it('is for whoever is signed in, by the bearer token alone', async () => {
    expect((await fetch(`${market.url}/account-data.zip`)).status).toBe(401)
    const { id } = await market.user()
    await market.as(id).accounts.requestExport({})
    await prepared(id)
    const cookie = `second-ring-session=${market.tokenOf(id)}`
    expect((await fetch(`${market.url}/account-data.zip`, { headers: { cookie } })).status).toBe(401)
  })

  it('goes with its account', async () => {
    const { id } = await market.user()
    await market.as(id).accounts.requestExport({})
    await prepared(id)
    await (await market.asAdmin()).accounts.removeUser({ userId: id })
    expect((await download(id)).status).toBe(401)
    expect(await market.database.dataExport.count({ where: { userId: id } })).toBe(0)
  })
})
