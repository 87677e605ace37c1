import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { logIn, newPerson, signUp } from '../src/people.ts'
import { cardOf, postPhone } from '../src/phones.ts'

const admin = { email: 'admin@second-ring.test', password: 'second-ring' }

test('a buyer keeps a favorite and finds it on the dashboard, and takes it out again', async ({ page }) => {
  await signUp(page, newPerson('Buyer', 'Fay Favorite'))
  await page.locator('[href^="/singleCategories/"]').first().click()
  const card = page.getByRole('article').first()
  const name = await card.getByRole('heading').textContent()
  await card.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(card.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  await page.goto('/dashboard/favorites')
  await cardOf(page, name ?? '')
    .getByRole('button', { name: 'Remove from favorites' })
    .click()
  await expect(cardOf(page, name ?? '')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('an admin finds a new seller and verifies them; the tick stands on their phones', async ({ browser }) => {
  const seller = newPerson('Seller', `Vera ${randomUUID().slice(0, 8)}`)
  const phone = { productName: `Aurora ${randomUUID().slice(0, 8)}`, resalePrice: '120', originalPrice: '300' }
  const sellerPage = await (await browser.newContext()).newPage()
  await signUp(sellerPage, seller)
  await postPhone(sellerPage, phone)

  const page = await (await browser.newContext()).newPage()
  await logIn(page, admin)
  await page.goto('/dashboard/AllSellers')
  await page.getByRole('searchbox').fill(seller.email)
  await page.getByRole('button', { name: new RegExp(`^verify.*${seller.name}`) }).click()
  await expect(page.getByText(`Seller ${seller.name} verified successfully`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: seller.name })).toContainText('Verified')
  await page.goto('/dashboard/AllBuyers?search=buyer%40second-ring.test')
  await expect(page.getByText('buyer@second-ring.test', { exact: true })).toBeVisible()
})

test('a seller changes the price of a phone, advertises it and stops again', async ({ page }) => {
  const phone = { productName: `Aurora ${randomUUID().slice(0, 8)}`, resalePrice: '120', originalPrice: '300' }
  await signUp(page, newPerson('Seller', 'Edda Editor'))
  await postPhone(page, phone)
  const row = page.getByRole('listitem').filter({ hasText: phone.productName })
  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/price/i).fill('99.50')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${phone.productName} updated successfully`)).toBeVisible()
  await expect(row).toContainText('$99.50')
  await row.getByRole('button', { name: /^Advertise/ }).click()
  await expect(row.getByText('Advertised')).toBeVisible()
  await row.getByRole('button', { name: /^Stop advertising/ }).click()
  await expect(row.getByText('Advertised')).toHaveCount(0)
})

test('a seller who opens an admin’s page is signed out and sent to log in', async ({ page }) => {
  await signUp(page, newPerson('Seller', 'Nora Nosy'))
  await page.goto('/dashboard/AllBuyers')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})
