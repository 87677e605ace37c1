import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleIn, showTheme, themes } from '../src/accessibility.ts'
import { payFor, readyElement } from '../src/card.ts'
import { demoOrder, paidOutMonth } from '../src/demo-deals.ts'
import { openBooking, sendBooking } from '../src/phones.ts'
import { publicLists } from '../src/public-lists.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

test.describe.configure({ timeout: 500_000 })
test.use({ reducedMotion: 'reduce' })

/** Looks at the page that is open, in both themes. */
async function expectClean(page: Page): Promise<void> {
  // A toast that is fading out has any contrast; it is gone in a moment.
  await expect(page.getByText('User Logged in')).toHaveCount(0)
  await expectAccessible(page)
}

/** Opens each path and looks at its screen. */
async function expectCleanScreens(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // A place from before may leave a button half below the bar at the top.
    await page.evaluate(() => scrollTo(0, 0))
    await expectClean(page)
  }
}

/** Opens a dialog by its button, looks at it, and closes it again. */
async function expectCleanDialog(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

test('every public screen can be used by everyone, in light and dark', async ({ page }) => {
  const { category, seller } = await publicLists()
  await expectCleanScreens(page, [
    '/',
    category,
    seller,
    '/signup',
    '/blog',
    '/blog/what-to-check',
    '/terms',
    '/privacy',
    '/about',
    '/nothing/here',
    '/docs',
    '/login',
  ])
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expectClean(page)
  await expectCleanDialog(page, /^Google Sign In/)
})

test('every screen of a buyer can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoUsers.buyer)
  await page.locator('[href^="/singleCategories/"]').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectClean(page)
  await expectCleanDialog(page, /^Booking/)
  await expectCleanScreens(page, [
    `/singleCategories/${randomUUID()}`,
    '/dashboard',
    '/dashboard/favorites',
    '/dashboard/myOrders',
  ])
  await expectCleanDialog(page, /^Cancel booking/)
  await expectCleanScreens(page, ['/dashboard/account'])
  await expectCleanDialog(page, /^Start selling/)
  await expectCleanDialog(page, /^Delete my account/)
  await page.goto('/dashboard/myOrders')
  await expectCleanDialog(page, /^Notices/)
  await page.getByRole('link', { name: /^Pay/ }).first().click()
  for (const theme of themes) {
    // The card's frame is styled when it is made.
    await showTheme(page, theme)
    await page.reload()
    await expect(page.getByText(/^Please pay/)).toBeVisible()
    await readyElement(page)
    await expectAccessibleIn(page, theme)
  }
})

test('every screen of a seller can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoUsers.seller)
  await expectCleanScreens(page, ['/dashboard/AddProduct', '/dashboard/earnings', '/dashboard/MyProducts'])
  await expectCleanDialog(page, /^Edit/)
  await expectCleanDialog(page, /^Delete/)
})

test('every screen of an admin can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoUsers.admin)
  await expectCleanScreens(page, ['/dashboard/AllAdmins', '/dashboard/AllSellers', '/dashboard/AllBuyers'])
  await expectCleanDialog(page, /^Delete/)
  await expectCleanScreens(page, ['/dashboard/AllOrders', '/dashboard/audit'])
})

test('the categories can be managed by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoUsers.admin)
  await expectCleanScreens(page, ['/dashboard/Categories'])
  await expectCleanDialog(page, /^New category/)
  await expectCleanDialog(page, /^Edit/)
  await expectCleanDialog(page, /^Retire/)
})

test('every step after a payment can be used by everyone, in light and dark', async ({ page, openPage, market }) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const orderId = await market.book(buyer, await market.post(seller))
  await logIn(page, buyer)
  await payFor(page, orderId)
  await page.goto('/dashboard/myOrders')
  await expectCleanDialog(page, /^Handover code/)

  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto('/dashboard/MyProducts')
  await expect(sellerPage.getByText('User Logged in')).toHaveCount(0)
  await expectCleanDialog(sellerPage, /^Enter the buyer/)
  await expectCleanDialog(sellerPage, /^Refund the buyer/)
  await expectCleanDialog(sellerPage, /^Notices/)
})

test('waiting for a phone can be done by everyone, in light and dark', async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await logIn(page, await market.join(newUser('Buyer', 'Lars Late')))
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const form = await openBooking(page, phone.productName)
  await market.book(await market.join(newUser('Buyer', 'Fiona First')), phone)
  await sendBooking(form)
  const refusal = page.getByText('This product is already booked')
  await expect(refusal).toBeVisible()
  await expect(refusal).toHaveCount(0)
  await expectClean(page)
  await page.getByRole('button', { name: /^Tell me/ }).click()
  await expect(page.getByText('You are number 1 in line')).toBeVisible()
  await page.goto('/dashboard/favorites')
  await expect(page.getByText('You are number 1 in line')).toBeVisible()
  await expectClean(page)
})

test('an order’s page and the admins’ page on money can be used by everyone, in light and dark, on a phone too', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const orderId = await market.book(buyer, await market.post(seller))
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto(`/dashboard/orders/${orderId}`)
  await sellerPage.getByLabel('A note to the buyer').fill('I bring the box')
  await sellerPage.getByRole('button', { name: 'Send note' }).click()
  await sellerPage.getByRole('button', { name: 'Propose another place or time' }).click()
  await sellerPage.getByLabel('Meeting location').fill('Town Hall')
  await sellerPage.getByRole('button', { name: 'Propose', exact: true }).click()
  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  for (const width of [390, 1440]) {
    for (const page of [buyerPage, sellerPage, adminPage]) await page.setViewportSize({ width, height: 900 })
    await expectCleanScreens(buyerPage, [`/dashboard/orders/${orderId}`])
    await expectCleanDialog(buyerPage, /^Show the handover code/)
    await expectCleanDialog(buyerPage, /^I have the phone/)
    await expectCleanScreens(adminPage, [`/dashboard/orders/${orderId}`, '/dashboard/Money'])
    await expectCleanScreens(sellerPage, [`/dashboard/orders/${orderId}`])
    await expectCleanDialog(sellerPage, /^Propose another/)
    await expectCleanDialog(sellerPage, /^Refund the buyer/)
  }
})

test('a claim can be read and answered by everyone, in light and dark, on a phone too', async ({ page, openPage }) => {
  await logIn(page, demoUsers.buyer)
  const orderId = await demoOrder(page, '/dashboard/myOrders', 'claimed')
  const sellerPage = await openPage()
  await logIn(sellerPage, demoUsers.seller)
  for (const width of [390, 1440]) {
    for (const one of [page, sellerPage]) await one.setViewportSize({ width, height: 900 })
    await expectCleanScreens(page, [`/dashboard/orders/${orderId}`])
    await expectCleanDialog(page, /^Withdraw the report/)
    await expectCleanScreens(sellerPage, [`/dashboard/orders/${orderId}`])
    await expectCleanDialog(sellerPage, /^Answer the buyer/)
  }
})

test('a case can be decided by everyone, in light and dark, on a phone too', async ({ page }) => {
  await logIn(page, demoUsers.admin)
  const orderId = await demoOrder(page, '/dashboard/cases', 'undecided')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectCleanScreens(page, ['/dashboard/cases', `/dashboard/cases/${orderId}`])
    await expectCleanDialog(page, /^Decide/)
  }
})

test('the documents of a deal can be used by everyone, in light and dark', async ({ page, openPage }) => {
  await logIn(page, demoUsers.buyer)
  const paidId = await demoOrder(page, '/dashboard/myOrders', 'claimed')
  await expectCleanScreens(page, [`/dashboard/orders/${paidId}/receipt`])
  await expect(page.getByText(/receipt R-\d{6}/)).toBeVisible()
  const sellerPage = await openPage()
  await logIn(sellerPage, demoUsers.seller)
  const doneId = await demoOrder(sellerPage, '/dashboard/earnings', 'partlyRefunded')
  await expectCleanScreens(sellerPage, [
    `/dashboard/earnings?month=${paidOutMonth()}`,
    `/dashboard/orders/${doneId}`,
    `/dashboard/orders/${doneId}/invoice`,
  ])
  await expect(sellerPage.getByText(/fee invoice F-\d{6}/)).toBeVisible()
})
