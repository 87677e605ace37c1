import { randomUUID } from 'node:crypto'
import { answerCall, refusal } from '../src/calls.ts'
import { cardOf } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, expectSignedOut, logIn, newUser } from '../src/users.ts'

test('an admin finds their pages in the side menu, searches the sellers and verifies one', async ({ page, market }) => {
  const seller = await market.join(newUser('Seller', `Vera ${randomUUID().slice(0, 8)}`))
  const phone = await market.post(seller)
  await logIn(page, demoUsers.admin)
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText([
    'My orders',
    'My favorites',
    'All sellers',
    'All buyers',
    'All admins',
    'All orders',
    /^Cases/,
    /^Reports/,
    'Categories',
    'Money',
    'Audit',
    'Flagged prices',
    'Saved searches',
    'My account',
  ])
  await menu.getByRole('link', { name: 'All sellers' }).click()
  await expect(page).toHaveURL('/dashboard/AllSellers')
  await expect(page).toHaveTitle('All sellers | Second Ring')

  await page.getByRole('searchbox').fill(seller.email)
  const row = page.getByRole('row').filter({ hasText: seller.name })
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText(seller.email)
  await expect(row.getByRole('img', { name: 'Verified seller' })).toHaveCount(0)
  await row.getByRole('button', { name: /^verify/ }).click()
  await expect(page.getByText(`Seller ${seller.name} verified successfully`)).toBeVisible()
  await expect(row.getByText('Verified', { exact: true })).toBeVisible()
  await expect(row.getByRole('img', { name: 'Verified seller' })).toBeVisible()
  await expect(row.getByRole('button', { name: /^verify/ })).toHaveCount(0)

  await page.goto(`/singleCategories/${phone.categoryId}`)
  await expect(cardOf(page, phone.productName).getByRole('img', { name: 'Verified seller' })).toBeVisible()
})

test('an admin finds a buyer by part of their email, and nobody by what nobody is called', async ({ page, market }) => {
  const buyer = await market.join(newUser('Buyer', 'Bruno Buyer'))
  await logIn(page, demoUsers.admin)
  await page.goto('/dashboard/AllBuyers')
  await expect(page).toHaveTitle('All buyers | Second Ring')
  await page.getByRole('searchbox').fill(buyer.email.slice(0, 18))
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText('Bruno Buyer')
  await expect(page.getByRole('button', { name: /^verify/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('nobody-is-called-this')
  await expect(page.getByText('Nobody matches “nobody-is-called-this”')).toBeVisible()
})

test('an admin deletes a buyer who is signed in elsewhere: what follows is shown before, and they are cut off at once', async ({
  page,
  openPage,
  market,
}) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  const buyer = await market.join(newUser('Buyer', `Gone ${randomUUID().slice(0, 8)}`))
  await market.book(buyer, phone)
  const buyerPage = await openPage()
  await logIn(buyerPage, buyer)
  await buyerPage.goto('/dashboard')
  await expect(buyerPage.getByText(`You are signed in as ${buyer.name}.`)).toBeVisible()

  await logIn(page, demoUsers.admin)
  await page.goto(`/dashboard/AllBuyers?${new URLSearchParams({ search: buyer.email })}`)
  const row = page.getByRole('row').filter({ hasText: buyer.email })
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(buyer.name)
  await expect(question).toContainText('1 unpaid booking is cancelled; the phone is free again.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  await question.getByRole('button', { name: 'Delete buyer' }).click()
  await expect(page.getByText(`Buyer ${buyer.name} removed successfully`)).toBeVisible()
  await expect(row).toHaveCount(0)

  // Without the pointer: a link that is pointed at asks ahead, and that call already leads out.
  const link = buyerPage.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My orders' })
  await link.dispatchEvent('click')
  await expectSignedOut(buyerPage)
  await page.goto(`/singleCategories/${phone.categoryId}`)
  await expect(cardOf(page, phone.productName).getByRole('button', { name: /^Booking/ })).toBeVisible()
})

test('an admin deletes a seller: what follows is shown before, and their phone leaves Home', {
  tag: '@firefox',
}, async ({ page, market }) => {
  const seller = await market.join(newUser('Seller', `Gone ${randomUUID().slice(0, 8)}`))
  const phone = await market.post(seller)
  await market.advertise(seller, phone)
  await logIn(page, demoUsers.admin)
  await expect(cardOf(page, phone.productName)).toBeVisible()
  await page.goto('/dashboard/AllSellers')
  await page.getByRole('searchbox').fill(seller.email)
  const row = page.getByRole('row').filter({ hasText: seller.email })
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(seller.name)
  await expect(question).toContainText('1 unsold product leaves the market.')
  await question.getByRole('button', { name: 'Delete seller' }).click()
  // The specification has the same words for a seller.
  await expect(page.getByText(`Buyer ${seller.name} removed successfully`)).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(cardOf(page, phone.productName)).toHaveCount(0)
})

test('an admin whose list does not load sees it empty, without a word, and fetched again on focus', async ({
  page,
}) => {
  await logIn(page, demoUsers.admin)
  await page.goto('/dashboard')
  await answerCall(page, 'accounts.list', refusal('The list is gone'))
  await page.getByRole('link', { name: 'All buyers' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All buyers' })).toBeVisible()
  await expect(page.getByText('Loading the buyers')).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(main.getByRole('row')).toHaveCount(0)
  await expect(main.getByText(/gone|did not load|Nobody|No buyers/)).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('[data-rht-toaster]')).toBeEmpty()
  await page.unrouteAll()
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('an admin freezes the payouts to a seller, who reads why, and releases them', async ({
  page,
  openPage,
  market,
}) => {
  const seller = await market.join(newUser('Seller', `Frida ${randomUUID().slice(0, 8)}`))
  await logIn(page, demoUsers.admin)
  await page.goto('/dashboard/AllSellers')
  await page.getByRole('searchbox').fill(seller.email)
  await page.getByRole('link', { name: seller.name }).click()
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByText('They have earned nothing yet')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  await page.getByRole('button', { name: 'Freeze payouts' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Buyers report locked phones')
  await dialog.getByRole('button', { name: 'Freeze payouts' }).click()
  await expect(page.getByText('“Buyers report locked phones”')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto('/dashboard/earnings')
  const words = sellerPage.getByText('The admin wrote: “Buyers report locked phones”')
  await expect(words).toBeVisible()
  await page.getByRole('button', { name: 'Release payouts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Release payouts' }).click()
  await expect(page.getByRole('button', { name: 'Freeze payouts' })).toBeVisible()
  // The seller sees it without a reload.
  await expect(words).toHaveCount(0)
})
