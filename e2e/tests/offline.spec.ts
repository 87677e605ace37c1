import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { payFor } from '../src/card.ts'
import type { Market, Member, PostedPhone } from '../src/market.ts'
import { takenOver } from '../src/taken-over.ts'
import { expect, test } from '../src/test.ts'
import { expectSignedOut, logIn, newUser } from '../src/users.ts'

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ timeout: 120_000 })

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' })
const main = (page: Page) => page.getByRole('main')

/** Waits until the site can do without a connection. */
async function readyForOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator
    await serviceWorker.ready
    // It is active a moment before it takes this page over; until then the page asks the network.
    if (serviceWorker.controller) return
    await new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  })
}

/** What the browser has stored to be read offline, by owner; as text, whatever is in it. */
function storedReads(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('offline')
    await new Promise(resolve => {
      opening.onsuccess = resolve
    })
    const database = opening.result
    if (!database.objectStoreNames.contains('reads')) return []
    const keys = database.transaction('reads').objectStore('reads').getAllKeys()
    await new Promise(resolve => {
      keys.onsuccess = resolve
    })
    database.close()
    return keys.result.map(key => JSON.stringify(key))
  })
}

/** The list of orders that the browser has stored, as text. */
function storedOrders(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('offline')
    await new Promise(resolve => {
      opening.onsuccess = resolve
    })
    const database = opening.result
    const reads = database.transaction('reads').objectStore('reads').getAll()
    await new Promise(resolve => {
      reads.onsuccess = resolve
    })
    database.close()
    return JSON.stringify(reads.result.filter(({ queryKey }) => String(queryKey[0]) === 'orders,mine'))
  })
}

/** The addresses of what the service worker has stored. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

async function postedPhone(market: Market): Promise<PostedPhone> {
  return market.post(await market.join(newUser('Seller', 'Olga Offline')))
}

/** Somebody who has paid for a phone, on My orders in a browser that is ready to go offline. */
async function buyerWithCode(page: Page, market: Market): Promise<{ buyer: Member; phone: PostedPhone; code: string }> {
  const phone = await postedPhone(market)
  const buyer = await market.join(newUser('Buyer', 'Ben Offline'))
  const orderId = await market.book(buyer, phone)
  await logIn(page, buyer)
  await payFor(page, orderId)
  await page.goto('/dashboard/myOrders')
  const code = await readCode(page)
  await readyForOffline(page)
  await expect.poll(() => storedReads(page)).toContainEqual(expect.stringContaining('mine'))
  return { buyer, phone, code }
}

/** Opens the handover code on My orders, reads it and closes it. */
async function readCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Handover code/ }).click()
  const dialog = page.getByRole('dialog')
  const code = await dialog.locator('output').textContent()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return code ?? ''
}

/** Goes on as after an hour: the access token has ended. */
async function endToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const [head, claims = '', signature] = (localStorage.getItem('accessToken') ?? '').split('.')
    const read = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    const ended = btoa(JSON.stringify({ ...read, exp: 1 })).replaceAll('=', '')
    localStorage.setItem('accessToken', [head, ended, signature].join('.'))
  })
}

test('a buyer reads the handover code without a connection, also after a reload, in a new tab and an hour later', async ({
  page,
  context,
  market,
}) => {
  const { code, phone } = await buyerWithCode(page, market)
  await context.setOffline(true)
  await expect(banner(page)).toContainText('You can still read your orders with their handover codes')
  expect(await readCode(page)).toBe(code)
  await page.reload()
  await expect(banner(page)).toBeVisible()
  await expect(main(page).getByText(/^Seen at \d/)).toBeVisible()
  expect(await readCode(page)).toBe(code)
  await expectAccessible(page)

  await endToken(page)
  const tab = await context.newPage()
  await tab.goto('/')
  await tab.getByRole('link', { name: 'Dashboard' }).click()
  await tab.getByRole('link', { name: 'My orders' }).first().click()
  expect(await readCode(tab)).toBe(code)

  await context.setOffline(false)
  await expect(banner(tab)).toHaveCount(0)
  await expect(main(tab).getByText(/^Seen at/)).toHaveCount(0)
  await expect(tab.getByRole('link', { name: phone.productName })).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a buyer on a new browser who has opened nothing has their handover code without a connection', async ({
  page,
  context,
  market,
}) => {
  const phone = await postedPhone(market)
  const buyer = await market.join(newUser('Buyer', 'Nadja Newphone'))
  const orderId = await market.book(buyer, phone)
  await logIn(page, buyer)
  await readyForOffline(page)
  await expect.poll(() => storedReads(page)).toContainEqual(expect.stringContaining('mine'))
  await payFor(page, orderId)
  await page.getByRole('link', { name: 'Second Ring' }).first().click()
  // The payment has drawn a code, which no list on the screen has shown.
  await expect.poll(() => storedOrders(page)).toMatch(/"handoverCode":"\d{6}"/)
  await context.setOffline(true)
  await expect(banner(page)).toContainText('You can still read your orders with their handover codes')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('link', { name: 'My orders' }).first().click()
  expect(await readCode(page)).toMatch(/^\d{6}$/)
  await page.reload()
  expect(await readCode(page)).toMatch(/^\d{6}$/)
})

test('a seller who has opened nothing has their products and the pages of their sales without a connection', async ({
  page,
  context,
  market,
  allowConsole,
}) => {
  // Of a screen that needs a connection.
  allowConsole(/A part of this page did not arrive/)
  const seller = await market.join(newUser('Seller', 'Sara Offline'))
  const phone = await market.post(seller)
  const buyer = await market.join(newUser('Buyer', 'Bo Offline'))
  const orderId = await market.book(buyer, phone)
  await logIn(page, seller)
  await readyForOffline(page)
  await expect.poll(() => storedReads(page)).toContainEqual(expect.stringContaining(orderId))
  await context.setOffline(true)
  await expect(banner(page)).toContainText('You can still read your products with their sales')
  await page.goto('/dashboard/earnings')
  await main(page).getByRole('link', { name: 'My products and sales' }).click()
  await expect(main(page).getByText(/^Seen at \d/)).toBeVisible()
  await expect(main(page).getByText(buyer.name)).toBeVisible()
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'See the order' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Order: ${phone.productName}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: `Order: ${phone.productName}` })).toBeVisible()
  await expect(
    main(page)
      .getByText(/^Seen at \d/)
      .first(),
  ).toBeVisible()
})

test('a visitor reads a phone that they have seen, and no price of before can be booked', async ({
  page,
  context,
  market,
}) => {
  const phone = await postedPhone(market)
  await page.goto(`/listings/${phone.listingId}`)
  await takenOver(page)
  await readyForOffline(page)
  await expect.poll(() => storedReads(page)).toContainEqual(expect.stringContaining(phone.listingId))
  await expect(
    main(page)
      .getByRole('link', { name: /^Booking/ })
      .first(),
  ).toBeVisible()

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: phone.productName })).toBeVisible()
  await expect(banner(page)).toContainText('You can still read phones you looked at')
  await expect(main(page).getByText(/^Seen at \d/)).toContainText('Its price may have changed')
  await expect(main(page).getByRole('button', { name: 'Booking needs a connection' })).toBeDisabled()
  await expect(main(page).getByRole('link', { name: /^Booking/ })).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)

  await context.setOffline(false)
  await expect(
    main(page)
      .getByRole('link', { name: /^Booking/ })
      .first(),
  ).toBeVisible()
  await expect(main(page).getByText(/^Seen at/)).toHaveCount(0)
  await expect(banner(page)).toHaveCount(0)
})

test('a page that was not seen before says what works without a connection, and comes with it', async ({
  page,
  context,
  market,
  allowConsole,
}) => {
  // Of a route that cannot be shown.
  allowConsole(/Network Error|A part of this page did not arrive/)
  const phone = await postedPhone(market)
  await page.goto('/')
  await takenOver(page)
  await readyForOffline(page)
  await context.setOffline(true)
  await page.goto(`/listings/${phone.listingId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await expect(main(page)).toContainText('It loads by itself when you are back online.')
  await expect(page).toHaveTitle('You are offline | Second Ring')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
  await page.goBack()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: phone.productName })).toBeVisible()
})

test('a note that is written without a connection is not sent, says so, and is sent later', async ({
  page,
  context,
  market,
}) => {
  const buyer = await market.join(newUser('Buyer', 'Nina Offline'))
  const orderId = await market.book(buyer, await postedPhone(market))
  await logIn(page, buyer)
  await page.goto(`/dashboard/orders/${orderId}`)
  const note = page.getByLabel('A note to the seller')
  await note.fill('I come by tram')
  await readyForOffline(page)
  await context.setOffline(true)
  await expect(main(page).getByRole('button', { name: 'Paying needs a connection' })).toBeDisabled()
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(page.getByText('You are offline, and nothing was sent.')).toBeVisible()
  await expect(note).toHaveValue('I come by tram')
  await context.setOffline(false)
  await expect(banner(page)).toHaveCount(0)
  await expect(page.getByText('You are offline, and nothing was sent.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send note' }).click()
  await expect(main(page).getByRole('listitem').filter({ hasText: 'I come by tram' })).toBeVisible()
})

test('what a person has read is deleted when they sign out, in any tab, and the next one sees none of it', async ({
  page,
  context,
  market,
}) => {
  const { buyer, phone } = await buyerWithCode(page, market)
  const tab = await context.newPage()
  await tab.goto('/')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(() => storedReads(page)).toEqual([])
  const paths = await cachedPaths(page)
  expect(paths.filter(path => !/^\/(assets\/|index\.html$|[\w-]+\.(js|svg|png|webmanifest)$)/.test(path))).toEqual([])
  await expect(tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedReads(tab)).toEqual([])

  const next = await market.join(newUser('Buyer', 'Nora Next'))
  await logIn(page, next)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('You have not booked anything yet')).toBeVisible()
  await expect.poll(() => storedReads(page)).toContainEqual(expect.stringContaining('mine'))
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText('You have not booked anything yet')).toBeVisible()
  await expect(page.getByText(phone.productName)).toHaveCount(0)
  expect((await storedReads(page)).join()).not.toContain(buyer.email)
})

test('what a person has read is deleted when their session has ended while the browser was closed', async ({
  page,
  context,
  market,
}) => {
  await buyerWithCode(page, market)
  // As if another had taken the token away meanwhile: nobody is signed in any more.
  await page.goto('about:blank')
  const elsewhere = await context.newPage()
  await elsewhere.goto('/robots.txt')
  await elsewhere.evaluate(() => localStorage.removeItem('accessToken'))
  await context.setOffline(true)
  await page.goto('/dashboard/myOrders')
  await expectSignedOut(page)
  await expect.poll(() => storedReads(page)).toEqual([])
})
