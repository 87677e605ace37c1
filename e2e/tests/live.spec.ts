import { bookPhone, cardOf, openBooking } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser } from '../src/users.ts'

/** How soon an open screen shows what happens elsewhere, in milliseconds. */
const SOON = { timeout: 2000 }

test('a phone that one buyer books turns on another’s open category page within two seconds', async ({
  page,
  openPage,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const phone = await market.post(seller)
  await logIn(page, await market.join(newUser('Buyer', 'Wim Watcher')))
  const isWatched = page.waitForResponse(response => response.url().includes(phone.listingId))
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const card = cardOf(page, phone.productName)
  await expect(card.getByRole('button', { name: /^Booking/ })).toBeVisible()
  await isWatched
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await card.getByRole('button', { name: /^Booking/ }).focus()

  const other = await openPage()
  await logIn(other, await market.join(newUser('Buyer', 'Ben Booker')))
  await other.goto(`/singleCategories/${phone.categoryId}`)
  await bookPhone(other, phone.productName)

  await expect(card.getByText('Booked', { exact: true })).toBeVisible(SOON)
  await expect(card.getByRole('button', { name: /^Booking/ })).toHaveCount(0)
  await expect(card.getByRole('heading', { name: phone.productName })).toBeFocused()
  await expect(page.getByText(`${phone.productName}: Booked`)).toBeAttached()
  await expect(page.locator('body')).toHaveAttribute('data-same-page')
})

test('a booking form that is open says that someone else was faster', async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await logIn(page, await market.join(newUser('Buyer', 'Wim Watcher')))
  const isWatched = page.waitForResponse(response => response.url().includes(phone.listingId))
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const dialog = await openBooking(page, phone.productName)
  await isWatched
  await expect(dialog.getByRole('button', { name: 'Book now' })).toBeEnabled()
  await market.book(await market.join(newUser('Buyer', 'Ben Booker')), phone)
  await expect(dialog.getByRole('status')).toHaveText('Someone else has just booked this phone.', SOON)
})

test('a visitor’s Home turns too, over one connection', async ({ page, market }) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const phone = await market.post(seller)
  await market.advertise(seller, phone)
  const open = new Set<string>()
  page.on('request', request => new URL(request.url()).pathname === '/live' && open.add(request.url()))
  page.on('requestfailed', request => open.delete(request.url()))
  const isWatched = page.waitForResponse(response => response.url().includes(phone.listingId))
  await page.goto('/')
  const card = cardOf(page, phone.productName)
  await expect(card.getByRole('link', { name: /^Booking/ })).toBeVisible()
  await isWatched
  await market.book(await market.join(newUser('Buyer', 'Ben Booker')), phone)
  await expect(card.getByText('Booked', { exact: true })).toBeVisible(SOON)
  await expect(card.getByRole('button', { name: 'Not available' })).toBeDisabled()
  expect(open.size).toBe(1)
})

test('a cut connection resumes, and the screen catches up with what happened meanwhile', async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await logIn(page, await market.join(newUser('Buyer', 'Wim Watcher')))
  let isCut = true
  await page.route(/\/live\?/, route =>
    isCut ? route.fulfill({ contentType: 'text/event-stream', body: 'retry: 1000\n\n' }) : route.continue(),
  )
  const wasCut = page.waitForResponse(response => response.url().includes(phone.listingId))
  await page.goto(`/singleCategories/${phone.categoryId}`)
  await wasCut
  const card = cardOf(page, phone.productName)
  await expect(card.getByRole('button', { name: /^Booking/ })).toBeVisible()
  await market.book(await market.join(newUser('Buyer', 'Ben Booker')), phone)
  await expect(card.getByRole('button', { name: /^Booking/ })).toBeVisible()
  isCut = false
  await expect(card.getByText('Booked', { exact: true })).toBeVisible()
})
