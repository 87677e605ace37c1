import type { Page } from '@playwright/test'
import { expectPaid, payButton, proveOwnership, retypeNumber, typeCard } from '../src/card.ts'
import { expectRed } from '../src/colors.ts'
import { bookPhone, cardOf, newPhone, type Phone, postPhone } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser, signUp } from '../src/users.ts'

async function openPayment(page: Page, phone: Phone): Promise<void> {
  await page.goto('/dashboard/myOrders')
  await page.getByRole('link', { name: /^Pay/ }).click()
  await expect(page.getByText(`Make payment for ${phone.productName}`)).toBeVisible()
  await expect(page.getByText('Please pay $249.99 to purchase.')).toBeVisible()
}

test('a seller posts and advertises a phone; a buyer books it and pays by card; both see it sold', {
  tag: '@firefox',
}, async ({ page: sellerPage, openPage }) => {
  const phone = newPhone()
  await signUp(sellerPage, newUser('Seller', 'Sana Seller'))
  await postPhone(sellerPage, phone)
  await sellerPage.getByRole('button', { name: `Advertise ${phone.productName}` }).click()
  await expect(sellerPage.getByText(`${phone.productName}advertised successfully`)).toBeVisible()

  const buyerPage = await openPage()
  await signUp(buyerPage, newUser('Buyer', 'Ben Buyer'))
  await expect(cardOf(buyerPage, phone.productName)).toContainText('$249.99')
  await expect(cardOf(buyerPage, phone.productName)).toContainText('Sana Seller')
  await bookPhone(buyerPage, phone.productName)
  await expect(cardOf(buyerPage, phone.productName)).toHaveCount(0)

  await openPayment(buyerPage, phone)
  await typeCard(buyerPage, '4242424242424242')
  await payButton(buyerPage).click()
  await expectPaid(buyerPage)
  await buyerPage.goto('/dashboard/myOrders')
  await expect(buyerPage.getByText('Paid', { exact: true })).toBeVisible()
  await expect(buyerPage.getByRole('link', { name: /^Pay/ })).toHaveCount(0)

  await sellerPage.goto('/dashboard/MyProducts')
  await expect(sellerPage.getByRole('listitem').filter({ hasText: phone.productName })).toContainText(
    'Paid, not handed over yet',
  )
  await sellerPage.goto('/')
  await expect(sellerPage.getByRole('article').first()).toBeVisible()
  await expect(cardOf(sellerPage, phone.productName)).toHaveCount(0)
})

test('a buyer whose card is declined is told why under the card field, and pays with a good one', async ({
  page,
  market,
}) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  const buyer = await market.join(newUser('Buyer', 'Dora Declined'))
  await market.book(buyer, phone)
  await logIn(page, buyer)
  await openPayment(page, phone)
  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  await expectRed(page.getByRole('group', { name: 'Card' }).getByText('Your card was declined.'))
  await retypeNumber(page, '4242424242424242')
  await payButton(page).click()
  await expectPaid(page)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})

test('a buyer finds a phone on its category page, books it and proves to be the card’s owner', async ({
  page,
  market,
}) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await logIn(page, await market.join(newUser('Buyer', 'Tara Threeds')))
  await page.getByRole('main').locator('[href^="/singleCategories/"]').first().click()
  await expect(page).toHaveTitle('All phones | Second Ring')
  await bookPhone(page, phone.productName)
  await openPayment(page, phone)
  await typeCard(page, '4000002500003155')
  await payButton(page).click()
  await proveOwnership(page)
  await expectPaid(page)
})
