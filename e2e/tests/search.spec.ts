import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { cardOf } from '../src/phones.ts'
import { takenOver } from '../src/taken-over.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search phones' })
const sidebar = (page: Page) => page.getByRole('region', { name: 'Filters' })
const chip = (page: Page, label: string) => page.getByRole('button', { name: `Remove the filter ${label}` })

test('a visitor searches with the keyboard alone, and picks what is suggested', { tag: '@firefox' }, async ({
  page,
}) => {
  await page.goto('/')
  // Its code comes after the screen.
  await expect(box(page)).toBeVisible()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await box(page).pressSequentially('galaxy s')
  const options = page.getByRole('option')
  await expect(options.first()).toContainText(/galaxy s/i)
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  const name = (await options.first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(url => url.searchParams.get('q') === name)
  await expect(page).toHaveTitle(`${name} · Search | Second Ring`)
  await expect(cardOf(page, name).first()).toBeVisible()
})

/** The job of the market's first minute finds the words that several sellers use. */
async function expectCorrected(page: Page) {
  const corrected = page.getByText('Showing results for galaxy instead of')
  await expect(async () => {
    if (!(await corrected.isVisible())) await page.reload()
    await expect(corrected).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 75_000 })
}

test('a visitor who mistypes is shown what they mean, and can insist', async ({ page }) => {
  test.setTimeout(120_000)
  await page.goto('/blog')
  await box(page).fill('galxy')
  await box(page).press('Enter')
  await expectCorrected(page)
  await expect(page.getByRole('article').first()).toContainText('Galaxy')
  await page.getByRole('link', { name: 'Search for galxy' }).click()
  await expect(page).toHaveURL('/search?q=galxy&exact=true')
  await expect(page.getByText('Nothing found for “galxy”')).toBeVisible()
})

test('a visitor narrows a search, finds it all in the address, and goes back and forth', {
  tag: '@firefox',
}, async ({ page }) => {
  await page.goto('/search?q=galaxy')
  await takenOver(page)
  const count = page.getByRole('region', { name: 'Phones found' }).getByText(/^\d+ phones?$/)
  await expect(count).toBeVisible()
  const before = await count.textContent()
  const good = sidebar(page).getByRole('checkbox', { name: /^Good/ })
  await good.check()
  await expect(page).toHaveURL('/search?q=galaxy&condition=good')
  await expect(count).not.toHaveText(before ?? '')
  for (const card of await page.getByRole('article').all()) await expect(card).toContainText('Good')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high')
  await expect(page).toHaveURL('/search?q=galaxy&condition=good&sort=price-up')

  await page.goBack()
  await expect(page).toHaveURL('/search?q=galaxy&condition=good')
  await page.goBack()
  await expect(good).not.toBeChecked()
  await expect(count).toHaveText(before ?? '')
  await page.goForward()
  await expect(good).toBeChecked()
  await page.reload()
  await expect(good).toBeChecked()
  await chip(page, 'Good').click()
  await expect(page).toHaveURL('/search?q=galaxy')
})

test('an address that makes no sense is a search all the same', async ({ page }) => {
  await page.goto('/search?q=galaxy&condition=mint&min=many&minYears=9&maxYears=2&sort=7&category=x&page=3')
  await expect(page.getByRole('heading', { name: 'Results for “galaxy”' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Galaxy')
  await expect(page.getByRole('button', { name: 'Clear all' })).toHaveCount(0)
})

test('a visitor who finds nothing is offered what to loosen', async ({ page }) => {
  await page.goto('/search?q=galaxy&max=1')
  await expect(page.getByText('Nothing found for “galaxy”')).toBeVisible()
  await page.getByRole('button', { name: 'Without “Up to $1”' }).click()
  await expect(page).toHaveURL('/search?q=galaxy')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a visitor narrows a search on a phone, in a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/search')
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: /^Fair/ }).check()
  await expect(page).toHaveURL('/search?condition=fair')
  await sheet.getByRole('button', { name: /^Show \d+ phones?$/ }).click()
  await expect(sheet).toHaveCount(0)
  await expect(chip(page, 'Fair')).toBeVisible()
})

test('a visitor opens a phone far down a search, and comes back to the same place', async ({ page }) => {
  await page.goto('/search?sort=newest')
  const cards = page.getByRole('article')
  await expect(cards.first()).toBeVisible()
  await cards.nth(17).scrollIntoViewIfNeeded()
  await expect(cards.nth(24)).toBeAttached()
  await cards.nth(24).scrollIntoViewIfNeeded()
  const name = (await cards.nth(24).getByRole('heading').textContent()) ?? ''
  const top = await page.evaluate(() => scrollY)
  const link = cards.nth(24).getByRole('link', { name, exact: true })
  // Other tests post newer phones meanwhile, so its number among the cards may change.
  const itsCard = cards.filter({ has: page.locator(`a[href="${await link.getAttribute('href')}"]`) })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(itsCard).toBeInViewport()
  expect(Math.abs((await page.evaluate(() => scrollY)) - top)).toBeLessThan(200)
})

test('a visitor reads a phone’s own page, and is sent to the login to book it, and back', {
  tag: '@firefox',
}, async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await page.goto(`/search?q=${encodeURIComponent(phone.productName)}`)
  await takenOver(page)
  await cardOf(page, phone.productName).getByRole('link', { name: phone.productName, exact: true }).click()
  await expect(page).toHaveURL(`/listings/${phone.listingId}`)
  await expect(page).toHaveTitle(`${phone.productName} | Second Ring`)
  await expect(page.getByRole('heading', { level: 1, name: phone.productName })).toBeFocused()
  const main = page.getByRole('main')
  for (const fact of ['$249.99', '$599', 'You save $349.01 (58%)', 'Portland, Oregon', 'Used 2 years', 'Sana Seller']) {
    await expect(main).toContainText(fact)
  }
  await expect(main.getByText('Works as it should; the battery is at 91 %.')).toBeVisible()

  const booking = new RegExp(`^Booking *: ${phone.productName}$`)
  await main.getByRole('link', { name: booking }).click()
  const buyer = await market.join(newUser('Buyer', 'Bea Booker'))
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill(buyer.password)
  await main.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page).toHaveURL(`/listings/${phone.listingId}`)
  await main.getByRole('button', { name: booking }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('+1 555 010 0199')
  await dialog.getByLabel('Meeting location').fill('Central Library')
  await dialog.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByText('The Item Is Booked!')).toBeVisible()
  await expect(main.getByText('Booked', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: /^You have booked it/ })).toBeVisible()
})

test('a listing that is not there is not found', async ({ page }) => {
  for (const id of [randomUUID(), 'no-id']) {
    await page.goto(`/listings/${id}`)
    await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible()
    await expect(page).toHaveTitle('Page not found | Second Ring')
  }
})

test('a buyer saves a search, is told of a new phone that matches, and forgets the search', async ({
  page,
  market,
}) => {
  const word = `Borealis${randomUUID().slice(0, 6)}`
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  await logIn(page, await market.join(newUser('Buyer', 'Sam Saver')))
  await page.goto(`/search?q=${word}&condition=good`)
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('link', { name: 'See saved searches' }).click()
  await expect(page.getByRole('heading', { level: 2, name: `“${word}”` })).toBeVisible()

  const phone = await market.post(seller, { productName: `${word} 12` })
  await page.getByRole('button', { name: /^Notices.*1 unread/ }).click({ timeout: 60_000 })
  const notice = page
    .getByRole('dialog', { name: 'Notices' })
    .getByRole('link', { name: new RegExp(phone.productName) })
  await expect(notice).toContainText('was just posted for $249.99')
  await notice.click()
  await expect(page).toHaveURL(`/listings/${phone.listingId}`)

  await page.goto('/dashboard/savedSearches')
  await page.getByRole('button', { name: `Forget “${word}”` }).click()
  await page.getByRole('button', { name: 'Forget it' }).click()
  await expect(page.getByText('You have saved no search yet')).toBeVisible()
})

test('a price far below what others ask is told to the seller, the buyers and the admins', async ({
  page,
  openPage,
  market,
}) => {
  const productName = `Cassiopeia ${randomUUID().slice(0, 6)}`
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  for (let n = 0; n < 8; n += 1) {
    await market.post(await market.joinTrusted(newUser('Seller', `Seller ${n}`), { verified: true }), { productName })
  }
  const cheap = await market.post(seller, { productName, resalePrice: '49' })
  await page.goto(`/listings/${cheap.listingId}`)
  await expect(page.getByText('Fair price')).toContainText('$250')
  await expect(page.getByText(/^This is far below/)).toBeVisible()
  await expectAccessible(page)

  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  await expect(async () => {
    await adminPage.goto('/dashboard/FlaggedPrices')
    // The others are there too: they have one picture, which the factory uploads.
    const flagged = adminPage.getByRole('listitem').filter({ hasText: productName })
    await expect(flagged.filter({ hasText: 'Price far below others' })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await expect(adminPage.getByText('User Logged in')).toHaveCount(0)
  await expectAccessible(adminPage)

  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.goto('/dashboard/AddProduct')
  await sellerPage.getByLabel('Model name').fill(productName)
  await sellerPage.getByLabel('Category').selectOption({ index: 1 })
  await sellerPage.getByLabel('Condition').selectOption('good')
  await sellerPage.getByLabel('Years used').fill('2')
  await sellerPage.getByLabel('Resale price').fill('250')
  await expect(sellerPage.getByText('$250 is within it.')).toBeVisible()
})

test.describe('the screens of search', () => {
  test.describe.configure({ timeout: 120_000 })

  test('can be used by everyone, in light and dark', async ({ page, market }) => {
    await page.goto('/search?q=galxy&condition=good,fair')
    await expectCorrected(page)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
    await box(page).fill('pix')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto('/search?q=galaxy&max=1')
    await expect(page.getByText('Nothing found for “galaxy”')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByRole('button', { name: /^Filters/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    // Of the phones of the demo market, another test may delete the one that is looked at.
    const productName = `Andromeda ${randomUUID().slice(0, 6)}`
    const seller = await market.join(newUser('Seller', 'Sana Seller'))
    const phones = await Promise.all([1, 2].map(() => market.post(seller, { productName })))
    await page.goto(`/listings/${phones[0]?.listingId}`)
    await expect(page.getByRole('heading', { name: 'Similar phones' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: /full size$/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)

    await logIn(page, await market.join(newUser('Buyer', 'Sam Saver')))
    await page.goto('/dashboard/savedSearches')
    await expect(page.getByText('You have saved no search yet')).toBeVisible()
    await expect(page.getByText('User Logged in')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto('/search?q=pixel')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await expect(page.getByText(/^Search saved/)).toBeVisible()
    await expect(page.getByText(/^Search saved/)).toHaveCount(0)
    await page.goto('/dashboard/savedSearches')
    await page.getByRole('button', { name: /^Forget/ }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expectAccessible(page)
  })
})
