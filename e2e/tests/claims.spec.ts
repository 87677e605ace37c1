import type { Page } from '@playwright/test'
import { payFor } from '../src/card.ts'
import type { Market } from '../src/market.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

// Each has two or three people in browsers of their own.
test.describe.configure({ timeout: 180_000 })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

/** A phone that its buyer, who is logged in on `page`, has paid and has in hand. */
async function handedOver(market: Market, page: Page) {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const phone = await market.post(seller)
  const orderId = await market.book(buyer, phone)
  await logIn(page, buyer)
  await payFor(page, orderId)
  await page.goto(`/dashboard/orders/${orderId}`)
  await press(page, 'I have the phone')
  await dialogOf(page).getByRole('button', { name: 'I have it' }).click()
  await expect(page.getByRole('button', { name: 'Report a problem' })).toBeVisible()
  return { seller, phone, orderId }
}

async function report(page: Page, wish: string): Promise<void> {
  await press(page, 'Report a problem')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(dialog.getByText('Choose what is wrong')).toBeVisible()
  await dialog.getByLabel('What is wrong?').selectOption('It does not work')
  await dialog.getByLabel('Describe the problem').fill('The screen stays black.')
  await dialog.getByLabel(wish).check()
  await dialog.getByRole('button', { name: 'Report the problem' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a buyer reports a problem, the seller offers a part, and the buyer takes it', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const { seller, orderId } = await handedOver(market, buyerPage)
  await report(buyerPage, 'All of the money back')
  await expect(buyerPage.getByText(/The seller has until .* to answer/)).toBeVisible()

  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto(`/dashboard/orders/${orderId}`)
  await expect(sellerPage.getByText('The screen stays black.')).toBeVisible()
  await press(sellerPage, 'Answer the buyer')
  await dialogOf(sellerPage).getByLabel('I offer a part of the money').check()
  await dialogOf(sellerPage).getByLabel('How much?').fill('5')
  await dialogOf(sellerPage).getByRole('button', { name: 'Send the answer' }).click()

  // The buyer sees it without a reload.
  await expect(buyerPage.getByText('The seller offers $5 back.')).toBeVisible()
  await press(buyerPage, 'Take the offer')
  await dialogOf(buyerPage).getByRole('button', { name: 'Take the offer' }).click()
  await expect(buyerPage.getByText('Partly refunded')).toBeVisible()
  await expect(sellerPage.getByText('$5 goes back to the buyer, and the rest is the seller’s.')).toBeVisible()
})

test('an admin decides a problem on which the two do not agree', async ({ page: buyerPage, openPage, market }) => {
  const { seller, phone, orderId } = await handedOver(market, buyerPage)
  await report(buyerPage, 'Return the phone')
  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto(`/dashboard/orders/${orderId}`)
  await press(sellerPage, 'Answer the buyer')
  await dialogOf(sellerPage).getByLabel('I disagree').check()
  await dialogOf(sellerPage).getByLabel('Why?').fill('It worked when we met.')
  await dialogOf(sellerPage).getByRole('button', { name: 'Send the answer' }).click()

  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  await adminPage.goto('/dashboard/cases')
  await adminPage.getByRole('link', { name: phone.productName }).click()
  await expect(adminPage.getByRole('heading', { level: 1, name: `Case: ${phone.productName}` })).toBeVisible()
  await expect(adminPage.getByText('It worked when we met.')).toBeVisible()
  await expect(adminPage.getByText('Order paid')).toBeVisible()
  await adminPage.getByLabel('A note to admins').fill('The seller sent a video.')
  await press(adminPage, 'Write the note')
  await expect(adminPage.getByRole('listitem').filter({ hasText: 'The seller sent a video.' })).toBeVisible()
  await adminPage.setViewportSize({ width: 320, height: 700 })
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await press(adminPage, 'Decide')
  await dialogOf(adminPage).getByLabel('All of the money goes back').check()
  await dialogOf(adminPage).getByLabel('Reason').fill('The video shows it')
  await dialogOf(adminPage).getByRole('button', { name: 'Decide' }).click()

  await expect(buyerPage.getByText('The video shows it').first()).toBeVisible()
  await expect(buyerPage.getByText('An admin has decided: All of the money goes back.')).toBeVisible()
})
