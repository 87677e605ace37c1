import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../src/accessibility.ts'
import { holdRequests } from '../src/calls.ts'
import { publicLists } from '../src/public-lists.ts'
import { expect, test } from '../src/test.ts'
import { newUser } from '../src/users.ts'

const paths = ['/', '/about', '/blog', '/blog/updates', '/privacy', '/search', '/search?q=phone', '/terms']

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
    await expect(page.locator('noscript p')).toContainText('Without JavaScript you can look around and search')
    await expect(page.getByRole('heading', { name: 'Categories' })).toBeVisible()
    await page.locator('noscript input[name=q]').fill(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(`${name} · Search | Second Ring`)
    await page.getByRole('link', { name: name }).first().click()
    await expect(page).toHaveTitle(`${name} | Second Ring`)
    await expect(page.getByRole('heading', { level: 1, name: name })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Description' })).toBeVisible()
    await expect(page.locator('noscript p').last()).toContainText('Booking needs JavaScript')
    await page.getByRole('link', { name: 'All phones of this seller' }).click()
    await expect(page).toHaveTitle('Petra Page, seller | Second Ring')
    await expect(page.getByRole('heading', { level: 1, name: 'Petra Page' })).toBeVisible()
    await expect(page.getByRole('link', { name }).first()).toBeVisible()
  })

  test('a visitor pages by links and narrows a search by a form', async ({ page }) => {
    await page.goto('/search')
    await page.locator('noscript a[rel=next]').click()
    await expect(page).toHaveURL(/[?&]after=/)
    await expect(page.getByText('This is a later page of the list.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the first one' }).click()
    await expect(page).toHaveURL('/search')
    await expect(page.getByText('This is a later page of the list.')).toHaveCount(0)
    await page.locator('noscript select[name=condition]').selectOption('Excellent')
    await page.locator('noscript select[name=sort]').selectOption('Price: low to high')
    await page.getByRole('main').locator('noscript form button').click()
    await expect(page).toHaveURL(/condition=excellent/)
    const conditions = await page
      .getByRole('article')
      .getByText(/^(Excellent|Good|Fair)$/)
      .allTextContents()
    expect(new Set(conditions)).toEqual(new Set(['Excellent']))
  })

  test('a visitor goes from Home to a category’s public page', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'See all' }).first().click()
    await expect(page).toHaveURL(/\/phones\/[a-z0-9-]+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Second-hand /)
    await expect(page.getByRole('article').first()).toBeVisible()
  })
})

test('a visitor’s page shows before its code is asked for', { tag: '@firefox' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Theme: / })).toBeVisible()
  const isLater = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint')
    const code = performance.getEntriesByType('resource').filter(({ name }) => /assets\/core-.*\.js$/.test(name))
    return code.map(({ startTime }) => painted !== undefined && startTime >= painted.startTime)
  })
  expect(isLater).toEqual([true])
})

for (const theme of ['light', 'dark'] as const) {
  test(`a visitor’s public pages are taken over by the browser without a word, in ${theme}`, {
    tag: '@firefox',
  }, async ({ page }) => {
    await page.goto('/')
    await page.evaluate(chosen => localStorage.setItem('theme', chosen), theme)
    const { category, seller } = await publicLists()
    for (const path of [...paths, category, seller]) {
      await page.goto(path)
      // What the browser alone shows is there when it has taken over.
      await expect(page.getByRole('button', { name: `Theme: ${theme}.` })).toBeVisible()
      await expect(page.getByRole('searchbox').or(page.getByRole('combobox')).first()).toBeVisible()
    }
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

test('an old address of a category leads to its page', async ({ request }) => {
  const { category } = await publicLists()
  const answer = await request.get(category.toUpperCase().replace('/PHONES', '/phones'), { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, category])
})

test('a phone has a picture for previews of links to it, and so has every other page', async ({ request, market }) => {
  const { listingId } = await market.post(await market.joinTrusted(newUser('Seller', 'Petra Preview')))
  for (const path of [`/listings/${listingId}`, '/', '/blog/updates']) {
    const html = await (await request.get(path)).text()
    const [, url = ''] = /<meta property="og:image" content="(.*?)"/.exec(html) ?? []
    const picture = await request.get(new URL(url).pathname)
    expect([picture.status(), picture.headers()['content-type']], path).toEqual([200, 'image/jpeg'])
  }
})

test('a page of a phone that was removed is gone, and leads to others like it', async ({ page, request, market }) => {
  const seller = await market.joinTrusted(newUser('Seller', 'Petra Past'))
  const { listingId } = await market.post(seller)
  const removed = await request.delete(`/deleteProduct/${listingId}`, {
    headers: { authorization: `Bearer ${seller.bearer}` },
  })
  expect(removed.status()).toBe(200)
  await expect.poll(async () => (await request.get(`/listings/${listingId}`)).status()).toBe(410)
  await page.goto(`/listings/${listingId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'This phone is no longer offered' })).toBeVisible()
  await expect(page).toHaveTitle('This phone is no longer offered | Second Ring')
  await expectAccessible(page)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^See .* phones$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Second-hand/ })).toBeVisible()
})

test('a page of a phone that is not there says so to machines too', async ({ request }) => {
  const answer = await request.get(`/listings/${randomUUID()}`)
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('<meta name="robots" content="noindex"/>')
})
