import { expect, type Page } from '@playwright/test'
import { demoOrder, paidOutMonth } from '../src/demo-deals.ts'
import {
  adminScreens,
  buyerScreens,
  everyRoute,
  publicScreens,
  type Screens,
  sellerScreens,
} from '../src/every-screen.ts'
import { publicLists } from '../src/public-lists.ts'
import { test } from '../src/test.ts'
import { demoUsers, logIn, newUser } from '../src/users.ts'

test.describe.configure({ timeout: 180_000 })

const NARROW = { width: 320, height: 700 }
const WIDE = { width: 1920, height: 1000 }
/** Of half an em each: the letters of a line that an eye still finds the next line from. */
const LONGEST_LINE = 100

/** Expects that nothing stands out of a narrow window, and that no text has lines too long in a wide one. */
async function expectFits(page: Page, screens: Screens): Promise<void> {
  const found: string[] = []
  for (const path of Object.values(screens)) {
    await page.setViewportSize(NARROW)
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (over > 0) found.push(`${path} is ${over} px wider than ${NARROW.width}`)
    await page.setViewportSize(WIDE)
    for (const text of await page.locator('p').evaluateAll(textsWithLongLines, LONGEST_LINE)) {
      found.push(`${path} has lines too long at ${WIDE.width}: ${text}`)
    }
  }
  expect(found).toEqual([])
}

/** Runs in the page. What fits in one line has no next one to be found. */
function textsWithLongLines(texts: Element[], longest: number): string[] {
  const hasManyLines = (text: Element) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1
  }
  const room = (text: Element) => text.clientWidth / Number.parseFloat(getComputedStyle(text).fontSize) / 0.5
  return texts
    .filter(text => room(text) > longest && hasManyLines(text))
    .map(({ textContent }) => textContent ?? '')
    .filter(({ length }) => length > longest)
}

test('a visitor, a buyer and a seller read every screen on the smallest phone and the widest desk', async ({
  page,
  openPage,
  market,
}) => {
  const { listingId, categoryId } = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  await expectFits(page, publicScreens({ ...(await publicLists()), listingId }))
  await logIn(page, demoUsers.buyer)
  const bookedId = await demoOrder(page, '/dashboard/myOrders', 'booked')
  const claimedId = await demoOrder(page, '/dashboard/myOrders', 'claimed')
  await expectFits(page, buyerScreens({ categoryId, bookedId, orderId: claimedId }))
  const sellerPage = await openPage()
  await logIn(sellerPage, demoUsers.seller)
  const orderId = await demoOrder(sellerPage, '/dashboard/earnings', 'partlyRefunded')
  await expectFits(sellerPage, sellerScreens({ month: paidOutMonth(), orderId }))
  await expectFits(sellerPage, { order: `/dashboard/orders/${orderId}`, claimed: `/dashboard/orders/${claimedId}` })
})

test('an admin reads every screen on the smallest phone and the widest desk', async ({ page, market }) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  await market.post(seller)
  await logIn(page, demoUsers.admin)
  await page.goto(`/dashboard/AllSellers?${new URLSearchParams({ search: seller.email })}`)
  const user = page.getByRole('link', { name: seller.name }).first()
  const userId = (await user.getAttribute('href'))?.split('/').at(-1) ?? ''
  const orderId = await demoOrder(page, '/dashboard/cases', 'undecided')
  await expectFits(page, adminScreens({ userId, orderId }))
})

test('no route is forgotten', () => {
  const ids = { listingId: '', categoryId: '', bookedId: '', orderId: '', userId: '' }
  const none = { ...ids, category: '', seller: '', month: '' }
  const all = { ...publicScreens(none), ...buyerScreens(none), ...sellerScreens(none), ...adminScreens(none) }
  expect(Object.keys(all).sort()).toEqual(everyRoute())
})

test('the page of the API fits the smallest phone: its tables scroll by themselves', async ({ page }) => {
  await expectFits(page, { docs: '/docs' })
  await page.setViewportSize(NARROW)
  const figures = page.locator('#limits td.number')
  expect(await figures.evaluateAll(cells => cells.map(cell => getComputedStyle(cell).fontVariantNumeric))).toEqual(
    Array(await figures.count()).fill('tabular-nums'),
  )
})
