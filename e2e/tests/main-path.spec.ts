import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { expectPaid, payButton, retypeNumber, typeCard } from '../src/card.ts'
import { newPerson, signUp } from '../src/people.ts'
import { bookPhone, cardOf, type Phone, postPhone } from '../src/phones.ts'

function newPhone(): Phone {
  return { productName: `Aurora ${randomUUID().slice(0, 8)}`, resalePrice: '249.99', originalPrice: '599' }
}

/** A seller has posted a phone and advertised it on Home. */
async function advertisedPhone(page: Page): Promise<Phone> {
  const phone = newPhone()
  await signUp(page, newPerson('Seller', 'Sana Seller'))
  await postPhone(page, phone)
  await page.getByRole('button', { name: `Advertise ${phone.productName}` }).click()
  await expect(page.getByText(`${phone.productName}advertised successfully`)).toBeVisible()
  return phone
}

async function openPayment(page: Page, phone: Phone): Promise<void> {
  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveTitle(/\| Second Ring$/)
  await page.getByRole('link', { name: /^Pay/ }).click()
  await expect(page.getByText(`Make payment for ${phone.productName}`)).toBeVisible()
  await expect(page.getByText('Please pay $249.99 to purchase.')).toBeVisible()
}

test('a seller posts and advertises a phone; a buyer books it and pays by card; both see it sold', async ({
  browser,
}) => {
  const sellerPage = await (await browser.newContext()).newPage()
  const phone = await advertisedPhone(sellerPage)

  const buyerPage = await (await browser.newContext()).newPage()
  await signUp(buyerPage, newPerson('Buyer', 'Ben Buyer'))
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
  await expect(sellerPage.getByRole('listitem').filter({ hasText: phone.productName })).toContainText('Sold')
  await sellerPage.goto('/')
  await expect(sellerPage.getByRole('heading', { name: /advertised/i })).toBeVisible()
  await expect(cardOf(sellerPage, phone.productName)).toHaveCount(0)
})

test('a buyer whose card is declined is told why and pays with a good one', async ({ browser }) => {
  const phone = await advertisedPhone(await (await browser.newContext()).newPage())
  const page = await (await browser.newContext()).newPage()
  await signUp(page, newPerson('Buyer', 'Dora Declined'))
  await bookPhone(page, phone.productName)
  await openPayment(page, phone)
  await typeCard(page, '4000000000000002')
  await payButton(page).click()
  await expect(page.getByText('Your card was declined.')).toBeVisible()
  await retypeNumber(page, '4242424242424242')
  await payButton(page).click()
  await expectPaid(page)
  await page.goto('/dashboard/myOrders')
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
})

test('a buyer finds a phone on its category page, books it and proves to be the card’s owner', async ({ browser }) => {
  const phone = newPhone()
  const sellerPage = await (await browser.newContext()).newPage()
  await signUp(sellerPage, newPerson('Seller', 'Sana Seller'))
  await postPhone(sellerPage, phone)

  const page = await (await browser.newContext()).newPage()
  await signUp(page, newPerson('Buyer', 'Tara Threeds'))
  await page
    .getByRole('main')
    .getByRole('link', { name: /./ })
    .and(page.locator('[href^="/singleCategories/"]'))
    .first()
    .click()
  await expect(page).toHaveTitle('All phones | Second Ring')
  await bookPhone(page, phone.productName)
  await openPayment(page, phone)
  await typeCard(page, '4000002500003155')
  await payButton(page).click()
  await page
    .frameLocator('iframe[title*="uthentication"]')
    .getByRole('button', { name: 'Complete authentication' })
    .click()
  await expectPaid(page)
})
