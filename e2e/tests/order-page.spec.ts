import type { Page } from '@playwright/test'
import { DISPUTING_CARD, payFor } from '../src/card.ts'
import { pressUntilFocused } from '../src/keyboard.ts'
import type { Market, Member } from '../src/market.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

// Each has two or three people in browsers of their own.
test.describe.configure({ timeout: 120_000 })

interface Deal {
  seller: Member
  buyer: Member
  orderId: string
}

/** A phone that someone has booked. */
async function bookedPhone(market: Market): Promise<Deal> {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const orderId = await market.book(buyer, await market.post(seller))
  return { seller, buyer, orderId }
}

/** Logs in, and opens an order's page. */
async function openOrder(page: Page, who: Parameters<typeof logIn>[1], orderId: string): Promise<void> {
  await logIn(page, who)
  await page.goto(`/dashboard/orders/${orderId}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Order: / })).toBeVisible()
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const panelOf = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name }) })

/** Fills in the reason that a dialog asks for, and sends it. */
async function giveReason(page: Page, reason: string, button: string): Promise<void> {
  await dialogOf(page).getByLabel('Reason').fill(reason)
  await dialogOf(page).getByRole('button', { name: button }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

test('a buyer and a seller agree on another place and meet', async ({ page: buyerPage, openPage, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  const sellerPage = await openPage()
  await openOrder(sellerPage, seller, orderId)

  await press(sellerPage, 'Propose another place or time')
  await dialogOf(sellerPage).getByLabel('Meeting location').fill('Town Hall')
  await dialogOf(sellerPage).getByRole('button', { name: 'Propose' }).click()
  await expect(panelOf(sellerPage, 'The meeting').getByText('You propose:')).toBeVisible()

  // Each side sees what the other does without a reload.
  await expect(buyerPage.getByText('Sana Seller proposes:')).toBeVisible()
  await press(buyerPage, 'Accept')
  await expect(panelOf(buyerPage, 'The meeting').getByText('Central Library')).toHaveCount(0)
  await expect(panelOf(sellerPage, 'The meeting').getByText('You propose:')).toHaveCount(0)
  await expect(panelOf(sellerPage, 'The meeting').getByText('Town Hall')).toBeVisible()
  for (const note of ['I wear a red hat', 'And I come by tram']) {
    await buyerPage.getByLabel('A note to the seller').fill(note)
    await press(buyerPage, 'Send note')
    await expect(panelOf(sellerPage, 'Notes').getByRole('listitem').filter({ hasText: note })).toBeVisible()
  }

  await press(buyerPage, 'Show the handover code')
  const code = await dialogOf(buyerPage).locator('output').textContent()
  await press(sellerPage, 'Enter the buyer’s code')
  await dialogOf(sellerPage)
    .getByLabel('Six-digit code')
    .fill(code ?? '')
  await dialogOf(sellerPage).getByRole('button', { name: 'Hand over' }).click()
  await expect(sellerPage.getByText('You have handed the phone over.')).toBeVisible()
  await expect(dialogOf(buyerPage)).toHaveCount(0)
  await expect(buyerPage.getByText(/^You have the phone\. Check it\. Until .* you can report a problem/)).toBeVisible()
  await expect(sellerPage.getByText(/^The money is yours on /)).toBeVisible()

  await press(buyerPage, 'All fine')
  await dialogOf(buyerPage).getByRole('button', { name: 'All fine' }).click()
  await expect(buyerPage.getByText(/^The money was released to the seller on /)).toBeVisible()
  await expect(sellerPage.getByText(/^The money was released to you on /)).toBeVisible()
})

test('a seller releases a booking with a reason', async ({ page: sellerPage, openPage, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  const buyerPage = await openPage()
  await openOrder(buyerPage, buyer, orderId)
  await expect(buyerPage.getByText(/^47 h 5\d min left$/)).toBeVisible()
  await openOrder(sellerPage, seller, orderId)
  await press(sellerPage, 'Release the booking')
  await dialogOf(sellerPage).getByRole('button', { name: 'Release the booking' }).click()
  await expect(dialogOf(sellerPage).getByText('Reason is required')).toBeVisible()
  await giveReason(sellerPage, 'Nobody answers the phone', 'Release the booking')
  for (const page of [sellerPage, buyerPage])
    await expect(panelOf(page, 'Where it stands').getByText('Reason: Nobody answers the phone')).toBeVisible()
  await expect(buyerPage.getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0)
})

test('a seller without the code asks the buyer, who confirms by keyboard alone', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  const sellerPage = await openPage()
  await openOrder(sellerPage, seller, orderId)
  await press(sellerPage, 'Handed over without the code')
  await dialogOf(sellerPage).getByRole('button', { name: 'Ask the buyer' }).click()
  await expect(sellerPage.getByText(/^71 h 5\d min left$/)).toBeVisible()

  await expect(buyerPage.getByText(/^The seller says that you have the phone. Is that so\?/)).toBeVisible()
  await pressUntilFocused(buyerPage, 'Tab', buyerPage.getByRole('button', { name: 'I have the phone' }))
  await buyerPage.keyboard.press('Enter')
  await pressUntilFocused(buyerPage, 'Tab', dialogOf(buyerPage).getByRole('button', { name: 'I have it' }))
  await buyerPage.keyboard.press('Enter')
  await expect(buyerPage.getByText('You have the phone.')).toBeVisible()
  await expect(buyerPage.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(sellerPage.getByText('You have handed the phone over.')).toBeVisible()
})

test('an admin decides a denied handover', async ({ page: buyerPage, openPage, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  const sellerPage = await openPage()
  await openOrder(sellerPage, seller, orderId)
  await press(sellerPage, 'Handed over without the code')
  await dialogOf(sellerPage).getByRole('button', { name: 'Ask the buyer' }).click()
  await press(buyerPage, 'I do not have the phone')
  await giveReason(buyerPage, 'Nobody came', 'I do not have it')
  await expect(
    sellerPage.getByText(/the buyer says that it was not\. An admin decides, by .* as a rule\.$/),
  ).toBeVisible()

  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  await adminPage.goto('/dashboard/cases')
  await adminPage.locator(`main a[href$="/cases/${orderId}"]`).click()
  await expect(panelOf(adminPage, 'What has happened').getByText('Nobody came')).toBeVisible()
  await expect(panelOf(adminPage, 'Ledger').getByText('Order paid')).toBeVisible()
  await adminPage.getByLabel('A note to admins').fill('They have met before.')
  await press(adminPage, 'Write the note')
  await expect(adminPage.getByRole('listitem').filter({ hasText: 'They have met before.' })).toBeVisible()
  await adminPage.setViewportSize({ width: 320, height: 700 })
  expect(await adminPage.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await press(adminPage, 'Decide: it was handed over')
  await giveReason(adminPage, 'The buyer signed for it', 'It was handed over')
  await expect(panelOf(adminPage, 'The handover').getByText('Decided: handed over')).toBeVisible()
  await expect(
    buyerPage.getByText('An admin has decided that the phone was handed over, though you said that it was not.'),
  ).toBeVisible()
  for (const page of [adminPage, sellerPage, buyerPage])
    await expect(panelOf(page, 'What has happened').getByText('The buyer signed for it')).toBeVisible()
})

test('a buyer sees their refund on the order’s page', async ({ page: buyerPage, openPage, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  await expect(panelOf(buyerPage, 'Receipt').getByText(/^pi_/)).toBeVisible()
  const sellerPage = await openPage()
  await openOrder(sellerPage, seller, orderId)
  await expect(panelOf(sellerPage, 'Payment').getByText(/^pi_/)).toHaveCount(0)
  await press(sellerPage, 'Refund the buyer')
  await dialogOf(sellerPage).getByLabel('It leaves the shop').check()
  await giveReason(sellerPage, 'The screen broke', 'Refund $249.99')
  await expect(panelOf(buyerPage, 'Receipt')).toContainText('$249.99 went back to the card')
  await expect(panelOf(buyerPage, 'Where it stands')).toContainText('Reason: The screen broke')
})

test('a buyer and a seller cancel a paid order together', async ({ page: buyerPage, openPage, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  const sellerPage = await openPage()
  await openOrder(sellerPage, seller, orderId)
  await press(buyerPage, 'Propose to cancel')
  await giveReason(buyerPage, 'I have found another one', 'Propose to cancel')
  await expect(panelOf(buyerPage, 'Where it stands')).toContainText('You propose to cancel the sale.')

  await expect(sellerPage.getByText('Reason: I have found another one')).toBeVisible()
  await press(sellerPage, 'Accept and cancel')
  await dialogOf(sellerPage).getByLabel('It is for sale again').check()
  await dialogOf(sellerPage).getByRole('button', { name: 'Cancel the sale' }).click()
  await expect(dialogOf(sellerPage)).toHaveCount(0)
  for (const page of [sellerPage, buyerPage])
    await expect(panelOf(page, 'Where it stands')).toContainText('agreed to cancel, and the money goes back')
  await expect(panelOf(buyerPage, 'Receipt')).toContainText('$249.99 went back to the card')
})

test('an admin answers the bank that disputes a payment, once', async ({ page: buyerPage, openPage, market }) => {
  const { buyer, orderId } = await bookedPhone(market)
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId, DISPUTING_CARD)
  const adminPage = await openPage()
  await openOrder(adminPage, demoUsers.admin, orderId)
  await press(adminPage, 'Answer the bank')
  const dialog = dialogOf(adminPage)
  await expect(dialog.getByText('Ben Buyer', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/It can be sent once\.$/)).toBeVisible()
  await dialog.getByLabel('What you add').fill('They met at the library')
  await dialog.getByRole('button', { name: 'Send it to the bank' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(panelOf(adminPage, 'Payment')).toContainText('The buyer’s bank is deciding about $249.99')
  await press(adminPage, 'What the bank was answered')
  const sent = dialogOf(adminPage).getByRole('region', { name: 'Sent to the bank' })
  await expect(sent.getByText('They met at the library')).toBeVisible()
  await expect(dialogOf(adminPage).getByRole('button', { name: 'Send it to the bank' })).toHaveCount(0)
})

test('an order can be read with text of twice the size', async ({ page, market }) => {
  const { seller, buyer, orderId } = await bookedPhone(market)
  await openOrder(page, buyer, orderId)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const hidden = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(hidden, `hidden beside ${width} px`).toBeLessThanOrEqual(0)
    for (const { name } of [seller, buyer]) {
      const text = panelOf(page, 'Who').getByText(name)
      expect(await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), name).toBe(0)
    }
  }
})

test('an order of others is not shown', async ({ page, market, allowConsole }) => {
  // React says what it has caught, beside the page that shows it.
  allowConsole(/TRPCClientError: You have no such order\./)
  const { orderId } = await bookedPhone(market)
  await logIn(page, await market.join(newUser('Buyer', 'Otto Other')))
  await page.goto(`/dashboard/orders/${orderId}`)
  await expect(page.getByRole('alert')).toHaveText('You have no such order.')
  await page.goto('/dashboard/orders/nothing')
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible()
})
