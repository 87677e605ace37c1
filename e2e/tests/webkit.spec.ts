import { expect } from '@playwright/test'
import { publicLists } from '../src/public-lists.ts'
import { newUser } from '../src/users.ts'
import type { WebKit } from '../src/webkit/driver.ts'
import { test } from '../src/webkit/test.ts'

const theme = 'button[aria-label^="Theme:"]'

/** What the page's code has reported to the server: it hears what is thrown, and what React could not take over. */
const reports = (webkit: WebKit) =>
  webkit.evaluate<number>(
    "return performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/client-errors')).length",
  )

/** Opens a page, and expects that it is whole, fits the window, has been taken over by its code, and threw nothing. */
async function expectShown(webkit: WebKit, path: string, heading: string | RegExp): Promise<void> {
  await webkit.open(path)
  await expect.poll(() => webkit.text('h1')).toMatch(heading)
  const chosen = () => webkit.evaluate("return localStorage.getItem('theme')")
  const before = await chosen()
  await webkit.click(theme)
  await expect.poll(chosen).not.toBe(before)
  expect(await webkit.text('body')).not.toContain('Something Went Wrong')
  expect(await webkit.evaluate('return document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(await reports(webkit)).toBe(0)
}

for (const [page, path, heading] of [
  ['Home', '/', 'A good phone deserves a second ring.'],
  ['a search', '/search?q=galaxy', 'Results for “galaxy”'],
  ['the blog', '/blog', 'Blog'],
  ['an article', '/blog/what-to-check', /\?$/],
  ['the login', '/login', 'Login'],
  ['the sign-up', '/signup', 'Signup'],
  ['a page that is not there', '/nothing/here', '404'],
] as const) {
  test(`a visitor with WebKit sees ${page}`, async ({ webkit }) => {
    await expectShown(webkit, path, heading)
  })
}

test('a visitor with WebKit sees a category', async ({ webkit }) => {
  const { category } = await publicLists()
  await expectShown(webkit, category, /^Second-hand /)
  expect(await webkit.evaluate("return document.querySelectorAll('article').length")).toBeGreaterThan(0)
})

test('a visitor with WebKit sees a phone with its picture, and all of its seller', async ({ webkit, market }) => {
  const name = 'Wendy WebKit'
  const phone = await market.post(await market.join(newUser('Seller', name)))
  await expectShown(webkit, `/listings/${phone.listingId}`, phone.productName)
  const picture = "document.querySelector('main img')"
  await expect.poll(() => webkit.evaluate(`return ${picture}.complete && ${picture}.naturalWidth > 0`)).toBe(true)
  await webkit.click('main a[href^="/sellers/"]')
  await expect.poll(() => webkit.text('h1')).toBe(name)
  await expectShown(webkit, await webkit.evaluate('return location.pathname'), name)
})

test('a visitor with WebKit is told what the login lacks', async ({ webkit }) => {
  await webkit.open('/login')
  await webkit.click('main form button[type=submit]')
  await expect.poll(() => webkit.text('main form')).toContain('Email Address is required')
})

test('an error of the site’s code would be heard in WebKit', async ({ webkit }) => {
  await webkit.open('/blog')
  await webkit.text(theme)
  await webkit.evaluate("setTimeout(() => { throw new TypeError('heard') })")
  await expect.poll(() => reports(webkit)).toBe(1)
})
