import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { payFor } from '../src/card.ts'
import { inDatabase } from '../src/in-database.ts'
import type { Market } from '../src/market.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

// Each has two or three people in browsers of their own.
test.describe.configure({ timeout: 180_000 })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const dialogOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const panelOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
const agreement = (page: Page) => panelOf(page, 'If it does not work out')

/** Says in the dialog that is open what happened. */
async function say(page: Page, text: string, action: string): Promise<void> {
  await dialogOf(page).getByLabel('What happened').fill(text)
  await dialogOf(page).getByRole('button', { name: action }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

/** A paid phone whose two sides wanted to meet an hour ago; both have its order open. */
async function missedMeeting(market: Market, buyerPage: Page, sellerPage: Page): Promise<string> {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const orderId = await market.book(buyer, await market.post(seller))
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId)
  await buyerPage.goto(`/dashboard/orders/${orderId}`)
  // Before the time nobody has missed it.
  await expect(agreement(buyerPage).getByRole('button', { name: 'Propose to cancel' })).toBeVisible()
  await expect(buyerPage.getByRole('button', { name: 'The seller did not come' })).toHaveCount(0)
  await inDatabase("UPDATE orders SET meeting_time = now() - interval '1 hour' WHERE id = $1", [orderId])
  await buyerPage.reload()
  await logIn(sellerPage, seller)
  await sellerPage.goto(`/dashboard/orders/${orderId}`)
  await expect(sellerPage.getByRole('heading', { level: 1, name: /^Order: / })).toBeVisible()
  return orderId
}

test('a buyer reports that the seller did not come, the seller says that it is not so, and both and the admins read it', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const sellerPage = await openPage()
  const orderId = await missedMeeting(market, buyerPage, sellerPage)
  await press(buyerPage, 'The seller did not come')
  await dialogOf(buyerPage).getByRole('button', { name: 'Report that the seller did not come' }).click()
  await expect(dialogOf(buyerPage).getByText('Say what happened')).toBeVisible()
  await say(buyerPage, 'I waited for half an hour by the main desk.', 'Report that the seller did not come')
  await expect(agreement(buyerPage)).toContainText(/You say that the seller did not come on /)
  await expect(agreement(buyerPage)).toContainText(/Without an answer by .* the money goes back to the buyer\./)
  await expect(buyerPage.getByRole('button', { name: 'The seller did not come' })).toHaveCount(0)

  // The seller sees it without a reload.
  await expect(agreement(sellerPage)).toContainText(/Ben Buyer says that you did not come on /)
  await expect(agreement(sellerPage)).toContainText('I waited for half an hour by the main desk.')
  await expectAccessible(sellerPage)
  await press(sellerPage, 'That is not so')
  await say(sellerPage, 'I stood at the other door until four.', 'I was there')

  await expect(agreement(buyerPage)).toContainText('The seller said that it is not so.')
  await expect(agreement(sellerPage)).toContainText('You said that it is not so.')
  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  await adminPage.goto(`/dashboard/orders/${orderId}`)
  for (const page of [buyerPage, sellerPage, adminPage]) {
    await expect(agreement(page)).toContainText('I waited for half an hour by the main desk.')
    await expect(agreement(page)).toContainText('I stood at the other door until four.')
    await expect(panelOf(page, 'What has happened')).toContainText('No-show denied')
  }
})

test('a seller admits that they did not come, and the buyer has their money back', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const sellerPage = await openPage()
  await missedMeeting(market, buyerPage, sellerPage)
  await press(buyerPage, 'The seller did not come')
  await say(buyerPage, 'Nobody was there.', 'Report that the seller did not come')
  await press(sellerPage, 'I did not come')
  await expect(dialogOf(sellerPage)).toContainText('This cannot be undone.')
  await dialogOf(sellerPage).getByRole('button', { name: 'I did not come' }).click()
  await expect(dialogOf(sellerPage)).toHaveCount(0)

  await expect(panelOf(sellerPage, 'Where it stands')).toContainText('You did not come to the meeting')
  await expect(panelOf(buyerPage, 'Where it stands')).toContainText('The seller did not come to the meeting')
  await expect(panelOf(buyerPage, 'Receipt')).toContainText('$249.99 went back to the card')
})
