import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { EMPTY_MARKET_AUDIT_KEY, EMPTY_MARKET_DATABASE_URL, EMPTY_MARKET_URL } from '../src/env.ts'
import { newPhone, PICTURE, postPhone } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { newUser, openMailedLink, sendLogin, signUp } from '../src/users.ts'

const cli = path.join(import.meta.dirname, '../../apps/api/dist/cli.js')

/** The command line of the image, on the market's database. */
const secondRing = (...words: string[]) =>
  promisify(execFile)(process.execPath, [cli, ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: EMPTY_MARKET_DATABASE_URL, AUDIT_KEY: EMPTY_MARKET_AUDIT_KEY },
  })

test.use({ baseURL: EMPTY_MARKET_URL })

test('an admin opens an empty market, and a seller posts its first phone', async ({ page, browser }) => {
  // Two people, from the sign-up to the first phone.
  test.slow()
  const [admin, seller] = [newUser('Buyer', 'Ada Lane'), newUser('Seller', 'Sana Seller')]

  // Whoever comes first finds no category, and nobody to open one.
  await page.goto('/')
  await expect(page.getByText('No categories yet')).toBeVisible()
  await expect(page.getByText('There is no Advertised item to show')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create the first one' })).toHaveCount(0)

  await signUp(page, admin)
  await openMailedLink(page, admin.email)
  await page.getByRole('button', { name: 'That was me' }).click()
  await expect(page.getByText('Your email is proven.')).toBeVisible()
  await secondRing('admin', 'grant', admin.email)
  // Whoever held a session before holds no admin's.
  await page.goto('/dashboard')
  await sendLogin(page, admin)
  await expect(page.getByText('User Logged in')).toBeVisible()
  await page.goto('/')
  await page.getByRole('link', { name: 'Create the first one' }).click()
  await expect(page.getByText('No categories yet. Create the first one.')).toBeVisible()

  for (const name of ['Pixel', 'Nokia']) {
    await page.getByRole('button', { name: 'New category' }).click()
    await page.getByLabel('Name').fill(name)
    await page.locator('input[type=file]').setInputFiles(PICTURE)
    await page.getByRole('button', { name: 'Create category' }).click()
    await expect(page.getByText(`${name} is open`)).toBeVisible()
  }
  const up = page.getByRole('button', { name: 'Move Nokia up' })
  await up.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nokia is now 1 of 2')).toBeAttached()
  await expect(up).toBeFocused()

  const context = await browser.newContext({ baseURL: EMPTY_MARKET_URL ?? '' })
  const other = await context.newPage()
  await signUp(other, seller)
  const names = other.getByRole('region', { name: 'Categories' }).locator('[href^="/singleCategories/"]')
  await expect(names).toHaveText(['Nokia', 'Pixel'])
  const phone = newPhone()
  await postPhone(other, phone)

  // A category with phones moves them before it goes.
  await page.reload()
  await page.getByRole('button', { name: /^Retire\s+Nokia/ }).click()
  await page.getByLabel('Move them to').selectOption('Pixel')
  await page.getByRole('button', { name: 'Move and retire' }).click()
  await expect(page.getByText('Nokia is retired')).toBeVisible()
  await other.goto('/')
  await expect(names).toHaveText(['Pixel'])
  await names.click()
  await expect(other.getByRole('heading', { name: phone.productName })).toBeVisible()
  await context.close()

  expect((await secondRing('categories', 'list')).stdout).toMatch(/1 phones {2}Pixel\n.*retired.*Nokia/)
  expect((await secondRing('audit', 'verify')).stdout).toContain('The audit is whole')
})
