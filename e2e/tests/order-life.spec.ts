import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { payButton, payFor, typeCard } from '../src/card.ts'
import type { Market, Member } from '../src/market.ts'
import { bookPhone, cardOf, openBooking, sendBooking } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const itemOf = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text })
const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A phone that someone has booked; `buyer` is logged in on `page`. */
async function bookedPhone(market: Market, page: Page) {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const phone = await market.post(seller)
  const orderId = await market.book(buyer, phone)
  await logIn(page, buyer)
  return { seller, buyer, phone, orderId }
}

async function openMyProducts(page: Page, seller: Member): Promise<void> {
  await logIn(page, seller)
  await page.goto('/dashboard/MyProducts')
}

test('a buyer sees how long a phone is held, cancels the booking, and the phone is free again', async ({
  page,
  market,
}) => {
  const { phone } = await bookedPhone(market, page)
  await page.goto('/dashboard/myOrders')
  const order = rowOf(page, phone.productName)
  await expect(order).toContainText(/Held for you until .*47 h 5\d min left/)
  await order.getByRole('button', { name: /^Cancel booking/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(`The booking of ${phone.productName} is cancelled`)).toBeVisible()
  await expect(order.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect(order.getByRole('link', { name: /^Pay/ })).toHaveCount(0)
  await page.goto(`/singleCategories/${phone.categoryId}`)
  await expect(cardOf(page, phone.productName).getByRole('button', { name: /^Booking/ })).toBeVisible()
})

test('a seller gives the money back with a reason that the buyer reads, and the phone is for sale again', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const { seller, phone, orderId } = await bookedPhone(market, buyerPage)
  await payFor(buyerPage, orderId)

  const sellerPage = await openPage()
  await openMyProducts(sellerPage, seller)
  const item = itemOf(sellerPage, phone.productName)
  await item.getByRole('button', { name: /^Refund the buyer/ }).click()
  const dialog = sellerPage.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await dialog.getByLabel('Reason').fill('The screen broke')
  await dialog.getByLabel('It is for sale again').check()
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(sellerPage.getByText(`${phone.productName} refunded`)).toBeVisible()
  await expect(item.getByText('Available', { exact: true })).toBeVisible()

  // The buyer's bell tells it on the page that they are on.
  await expect(bell(buyerPage, 'Notices, 1 unread')).toBeVisible()
  await bell(buyerPage, 'Notices, 1 unread').click()
  await buyerPage.getByRole('link', { name: /The screen broke/ }).click()
  await expect(buyerPage).toHaveURL(`/dashboard/orders/${orderId}`)
  await expect(buyerPage.getByText('Reason: The screen broke')).toBeVisible()
  await expect(bell(buyerPage, 'Notices')).toBeVisible()
  await buyerPage.goto('/dashboard/myOrders')
  await expect(rowOf(buyerPage, phone.productName).getByText('Refunded', { exact: true })).toBeVisible()
  await buyerPage.goto(`/singleCategories/${phone.categoryId}`)
  await expect(cardOf(buyerPage, phone.productName)).toHaveCount(1)
})

test('a buyer who leaves as soon as the card is charged finds the order paid, on every open page and without a reload', async ({
  page,
  market,
}) => {
  const { phone, orderId } = await bookedPhone(market, page)
  const other = await page.context().newPage()
  await other.goto('/dashboard/myOrders')
  await expect(rowOf(other, phone.productName).getByRole('link', { name: /^Pay/ })).toBeVisible()
  await page.goto(`/dashboard/payment/${orderId}`)
  await typeCard(page, '4242424242424242')
  await payButton(page).click()
  await expect(page.getByText('Congratulation your payment completed').first()).toBeVisible()
  await page.close()
  await expect(rowOf(other, phone.productName).getByText('Paid', { exact: true })).toBeVisible()
  await expect(rowOf(other, phone.productName).getByRole('button', { name: /^Handover code/ })).toBeVisible()
})

test('a seller hands a phone over by the code that the buyer shows, and by no other', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const { seller, phone, orderId } = await bookedPhone(market, buyerPage)
  await payFor(buyerPage, orderId)
  await buyerPage.goto('/dashboard/myOrders')
  await rowOf(buyerPage, phone.productName)
    .getByRole('button', { name: /^Handover code/ })
    .click()
  const shown = buyerPage.getByRole('dialog', { name: 'Handover code' })
  await expect(shown).toContainText('Show it to the seller only when you have the phone in your hands.')
  const oldCode = await shown.locator('output').textContent()
  await shown.getByRole('button', { name: 'New code' }).click()
  await expect(buyerPage.getByText(/^This is your new code/)).toBeVisible()
  const code = await shown.locator('output').textContent()
  expect(code).toMatch(/^\d{6}$/)

  const sellerPage = await openPage()
  await openMyProducts(sellerPage, seller)
  const item = itemOf(sellerPage, phone.productName)
  await item.getByRole('button', { name: /^Enter the buyer’s code/ }).click()
  const dialog = sellerPage.getByRole('dialog')
  // Of a million codes the new one may be the old one's own; then another is wrong.
  await dialog.getByLabel('Six-digit code').fill(oldCode === code ? '000001' : (oldCode ?? ''))
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(dialog.getByText('This is not the code of this order.')).toBeVisible()
  await dialog.getByLabel('Six-digit code').fill(code ?? '')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(sellerPage.getByText(`${phone.productName} handed over`)).toBeVisible()
  await expect(item.getByText('Handed over', { exact: true })).toBeVisible()

  // The buyer's screen follows by itself, and the code is gone from it.
  await expect(shown).toHaveCount(0)
  await expect(rowOf(buyerPage, phone.productName).getByText('Handed over', { exact: true })).toBeVisible()
})

test('who was too late waits in line, is told live when the phone becomes free, and books it', async ({
  page: lateBuyer,
  openPage,
  market,
}) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await logIn(lateBuyer, await market.joinProven(newUser('Buyer', 'Lars Late')))
  await lateBuyer.goto(`/singleCategories/${phone.categoryId}`)
  const form = await openBooking(lateBuyer, phone.productName)
  const first = await market.join(newUser('Buyer', 'Fiona First'))
  await market.book(first, phone)
  await sendBooking(form)
  await expect(lateBuyer.getByText('This product is already booked')).toBeVisible()
  const card = cardOf(lateBuyer, phone.productName)
  await card.getByRole('button', { name: /^Tell me if it becomes free/ }).click()
  await expect(card.getByText('You are number 1 in line')).toBeVisible()
  await expect(bell(lateBuyer, 'Notices')).toBeVisible()

  const firstBuyer = await openPage()
  await logIn(firstBuyer, first)
  await firstBuyer.goto('/dashboard/myOrders')
  await firstBuyer.getByRole('button', { name: /^Cancel booking/ }).click()
  await firstBuyer.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()

  await bell(lateBuyer, 'Notices, 1 unread').click()
  const notice = lateBuyer.getByRole('dialog', { name: 'Notices' }).getByRole('link')
  await expect(notice).toContainText(`${phone.productName} is free. For the next 2 hours only you can book it.`)
  await notice.click()
  await expect(lateBuyer).toHaveURL('/dashboard/favorites')
  await expect(cardOf(lateBuyer, phone.productName).getByText(/^Yours to book until/)).toBeVisible()
  await bookPhone(lateBuyer, phone.productName)
  await expect(cardOf(lateBuyer, phone.productName).getByRole('link', { name: /^You have booked it/ })).toBeVisible()
})

test('an admin refunds an order, finds the act in the audit, and exports it', async ({
  page: buyerPage,
  openPage,
  market,
}) => {
  const { phone, orderId } = await bookedPhone(market, buyerPage)
  await payFor(buyerPage, orderId)

  const page = await openPage()
  await logIn(page, demoUsers.admin)
  await page.goto('/dashboard/AllOrders')
  await page.getByLabel('State').selectOption('Paid')
  await expect(page).toHaveURL('/dashboard/AllOrders?state=PAID')
  await rowOf(page, phone.productName)
    .getByRole('button', { name: /^Refund/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Seller cannot be reached')
  await dialog.getByLabel('It leaves the shop').check()
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(page.getByText(`${phone.productName} refunded`)).toBeVisible()
  await expect(rowOf(page, phone.productName)).toHaveCount(0)

  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Audit' }).click()
  await expect(page).toHaveTitle('Audit | Second Ring')
  await page.getByLabel('Person or subject').fill(orderId)
  await expect(page).toHaveURL(`/dashboard/audit?involving=${orderId}`)
  await expect(page.getByRole('row').nth(1)).toContainText('Order refunded')
  await expect(page.getByRole('row').nth(1)).toContainText('Seller cannot be reached')
  for (const act of ['Order paid', 'Phone booked']) await expect(rowOf(page, act)).toHaveCount(1)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('second-ring-audit.csv')
  const [head, refund, ...others] = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(head).toBe('at,actorId,actorName,action,subjectType,subjectId,reason,id')
  expect(refund).toContain(`"order.refund","order","${orderId}","Seller cannot be reached"`)
  expect(others).toHaveLength(2)
  await expect(page.getByText('Exported', { exact: true })).toBeVisible()
})
