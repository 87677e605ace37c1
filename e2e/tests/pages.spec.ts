import { randomUUID } from 'node:crypto'
import { holdRequests } from '../src/calls.ts'
import { expect, test } from '../src/test.ts'
import { newUser } from '../src/users.ts'

const paths = ['/', '/about', '/blog', '/privacy', '/search', '/search?q=phone', '/terms']

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor browses, searches by the form, reads a phone’s page, and is told what needs script', async ({
    page,
    market,
  }) => {
    const seller = await market.joinTrusted(newUser('Seller', 'Petra Page'))
    const { productName: name } = await market.post(seller)
    await page.goto('/')
    // Playwright reads no text of these elements by itself.
    await expect(page.locator('noscript p')).toContainText('Without JavaScript you can look around and search.')
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await page.locator('noscript input[name=q]').fill(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(`${name} · Search | Second Ring`)
    await page.getByRole('link', { name: name }).first().click()
    await expect(page).toHaveTitle(`${name} | Second Ring`)
    await expect(page.getByRole('heading', { level: 1, name: name })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
  })
})

for (const theme of ['light', 'dark'] as const) {
  test(`a visitor’s public pages are taken over by the browser without a word, in ${theme}`, async ({ page }) => {
    const said: string[] = []
    page.on('console', message => {
      if (['error', 'warning'].includes(message.type())) said.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', error => said.push(`${page.url()}: ${error.message}`))
    await page.addInitScript(chosen => localStorage.setItem('theme', chosen), theme)
    for (const path of paths) {
      await page.goto(path)
      // What the browser alone shows is there when it has taken over.
      await expect(page.getByRole('button', { name: `Theme: ${theme}.` })).toBeVisible()
      await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible()
    }
    expect(said).toEqual([])
  })
}

test('a button that is pressed before the site’s code is there does its work when it comes', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/site-*.js')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/search', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Filters' }).click()
  await release()
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
})

test('an order that is chosen before the site’s code is there is the order that is shown', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/site-*.js')
  await page.goto('/search?q=phone', { waitUntil: 'commit' })
  await page.getByLabel('Sort by').selectOption('Price: low to high')
  await release()
  await expect(page).toHaveURL(/sort=price-up/)
  await expect(page.getByLabel('Sort by')).toHaveValue('price-up')
})

test('nothing that is seen moves while a slow line brings the login', async ({ page }) => {
  const release = await holdRequests(page, '**/assets/login-*.js')
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.documentElement.dataset.shift = `${Number(document.documentElement.dataset.shift ?? 0) + shift.value}`
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/login')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await release()
  await expect(page.getByLabel('Email')).toBeVisible()
  const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
  expect(shift).toBeLessThan(0.01)
})

test('a page of a phone that is not there says so to machines too', async ({ request }) => {
  const answer = await request.get(`/listings/${randomUUID()}`)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>')
})
