import { request } from 'node:http'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { usersOf } from '../wire/users.ts'

let market: Market
let attack: ReturnType<typeof attackOn>
let people: ReturnType<typeof usersOf>
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  people = usersOf(market)
})
afterAll(() => market.close())

async function book(sellerId: string, productName = 'Aurora 12'): Promise<void> {
  const { id: listingId } = await market.listing({ sellerId, productName })
  const buyer = await people.person('BUYER')
  const booking = { listingId, phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
  const answer = await attack.rpc('orders.place', booking, { as: buyer.as })
  expect(answer.status, answer.text).toBe(200)
}

const linkOf = async (email: string) => {
  const [mail] = await market.mails(email)
  return new URL(/<(.*)>/.exec(mail?.headers['list-unsubscribe'] ?? '')?.[1] ?? '')
}
const wantsMails = async (id: string) => (await market.database.user.findUniqueOrThrow({ where: { id } })).bookingMails
const post = (link: URL) =>
  fetch(`${market.url}${link.pathname}${link.search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

it('A206 a phone’s name adds no header, no recipient and no HTML to a mail', async () => {
  const seller = await market.user({ role: 'SELLER' })
  const name =
    'Aurora\r\nBcc: all@example.test\r\n\r\n<img src=x onerror=alert(1)><a href="https://evil.example">\u2028'
  await book(seller.id, name)
  const mails = await market.mails()
  expect(mails).toHaveLength(1)
  const [mail] = mails
  expect(mail?.to).toEqual([seller.email])
  expect(mail?.headers).not.toHaveProperty('bcc')
  expect(mail?.subject).toMatch(/^Aurora Bcc: all@example\.test <img/)
  expect(mail?.html).not.toContain('<img')
  expect(mail?.html).not.toContain('href="https://evil.example"')
  expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
})

it('A263 an encoded word in a phone’s name is refused, and in an older name it stays as it is written', async () => {
  const seller = await people.person('SELLER')
  const hidden = `=?utf-8?B?${Buffer.from('Pay again at http://evil.example/pay').toString('base64')}?=`
  const { id: categoryId } = await market.category()
  const post = {
    ...{ categoryId, productName: hidden, images: [], condition: 'GOOD', description: 'Fine', location: 'Lisbon' },
    ...{ resalePriceCents: 20_000, originalPriceCents: 40_000, yearsUsed: 1, yearOfPurchase: 2025 },
  }
  const answer = await attack.rpc('listings.create', post, { as: seller.as })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.text).toContain('signs that nobody sees')
  const older = await market.user({ role: 'SELLER' })
  await book(older.id, hidden)
  const [mail] = await market.mails(older.email)
  expect(mail?.subject).not.toContain('evil.example')
  expect(mail?.subject).toContain('= ?utf-8?B?')
})

it('A207 only the signed link turns mails off, by a request and not by being read, and nothing else', async () => {
  const [seller, other] = [await market.user({ role: 'SELLER' }), await market.user({ role: 'SELLER' })]
  await book(seller.id)
  const link = await linkOf(seller.email)
  const token = link.searchParams.get('token') ?? ''
  const forged = [
    '',
    'x',
    other.id,
    `${other.id}.${token.split('.')[1]}`,
    token.slice(0, -4),
    `${seller.id}.`,
    market.tokenOf(seller.id),
  ]
  for (const each of forged) {
    const wrong = new URL(link)
    wrong.searchParams.set('token', each)
    expect((await post(wrong)).status, each).toBe(404)
  }
  await fetch(`${market.url}${link.pathname}${link.search}`)
  for (const { id } of [seller, other]) expect(await wantsMails(id)).toBe(true)
  await attack.refused(() => attack.rpc('accounts.me', undefined, { as: `bearer ${token}` }), 401)
  expect((await post(link)).status).toBe(200)
  expect((await post(link)).status).toBe(200)
  expect(await wantsMails(seller.id)).toBe(false)
  expect(await wantsMails(other.id)).toBe(true)
  await book(seller.id)
  expect(await market.mails(seller.email)).toHaveLength(1)
})

it('A208 no mail goes to a stranger’s address, and nobody is flooded by others', async () => {
  const unproven = await market.user({ role: 'SELLER', emailVerifiedAt: null })
  await book(unproven.id)
  expect(await market.mails(unproven.email)).toEqual([])
  const gone = await market.user({ role: 'SELLER' })
  await book(gone.id)
  await (await market.asAdmin()).accounts.removeUser({ userId: gone.id })
  expect((await market.mails(gone.email)).map(({ subject }) => subject)).toEqual(['Your account was removed'])
  const flooded = await market.user({ role: 'SELLER' })
  for (let count = 0; count < 16; count += 1) await book(flooded.id)
  expect(await market.mails(flooded.email)).toHaveLength(12)
})

it('A223 a sign-in whose browser does not name itself is mailed', async () => {
  const email = `unnamed-${crypto.randomUUID()}@example.test`
  const { uid, idToken } = await market.identity.signUp({ email, password: 'second-ring' })
  const { id: userId } = await market.user({ email, identityUid: uid })
  const before = { userId, signedInAt: new Date(0), device: 'Firefox', network: '192.0.2.7' }
  await market.database.session.create({ data: before })
  const status = await new Promise(resolve => {
    const headers = { authorization: `Bearer ${idToken}` }
    request(`${market.url}/jwt?email=${email}`, { headers }, answer => resolve(answer.resume().statusCode)).end()
  })
  expect(status).toBe(200)
  expect((await market.mails(email)).map(({ subject }) => subject)).toContain('New sign-in to your account')
})

const PHISH =
  'We could not check your card” Second Ring: confirm it at https://second-ring.evil.example/pay or evil.com'

it('A234 a user’s words stand in notifications as a quotation, in no mail, and a web address in no name', async () => {
  const seller = await people.person('SELLER')
  const buyer = await market.user()
  const { id: listingId } = await market.listing({ sellerId: seller.id, productName: 'Pay at https://evil.example/x' })
  const contact = { phone: '555 0100', meetingPlace: 'Library', expectedPriceCents: 20_000 }
  const { orderId } = await market.as(buyer.id).orders.place({ listingId, ...contact })
  const released = await attack.rpc('orders.release', { orderId, reason: PHISH }, { as: seller.as })
  expect(released.status, released.text).toBe(200)
  const [notice] = await market.database.notice.findMany({ where: { userId: buyer.id } })
  expect(notice?.message).toMatch(/The seller wrote: “We could not check your card’ Second Ring: [^“”]*”$/)
  const [mail] = await market.mails(buyer.email)
  for (const part of [mail?.subject, mail?.text, mail?.html]) {
    expect(part).toMatch(/\S/)
    expect(part).not.toMatch(/evil|could not check/)
  }
  expect(mail?.text).toContain('The seller wrote something about it. Read it in your dashboard.')
  const { as } = await people.person('SELLER')
  const name = 'Pay again at https://second-ring.evil.example/pay'
  await attack.refused(() => attack.rpc('accounts.changeName', { name }, { as }), 400)
  await attack.refused(() => attack.rpc('accounts.changeName', { name: 'second-ring.com' }, { as }), 400)
})

it('A239 a thief who asks for another email, and has it, gets none of the warnings to its owner', async () => {
  const { id, email, as } = await people.person('SELLER')
  const thief = `thief-${id}@evil.test`
  expect((await attack.rpc('accounts.askEmailChange', { email: thief }, { as })).status).toBe(200)
  await market.database.user.update({ where: { id }, data: { email: thief } })
  expect((await market.mails(email)).map(({ subject }) => subject)).toEqual(['Somebody asked to change your email'])
  expect(await market.mails(thief)).toEqual([])
})
