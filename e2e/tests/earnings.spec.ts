import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../src/accessibility.ts'
import { payFor } from '../src/card.ts'
import { CARD_SECRET_KEY } from '../src/env.ts'
import { inDatabase } from '../src/in-database.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser } from '../src/users.ts'

// The money moves with the product's job of each minute, several times.
test.describe.configure({ timeout: 420_000 })
const NEXT_JOB_MS = 150_000

/** A card whose money is available at once. */
const AVAILABLE_AT_ONCE = '4000000000000077'

const sumOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })

/** The money that is on its way to a seller arrives at their bank. */
async function payoutArrives(request: APIRequestContext, sellerEmail: string): Promise<void> {
  const find = () =>
    inDatabase<{ id: string }>(
      `SELECT p.provider_id AS id FROM payouts p JOIN users u ON u.id = p.seller_id
        WHERE u.email = $1 AND p.state = 'IN_TRANSIT'`,
      [sellerEmail],
    )
  await expect.poll(async () => (await find()).length, { timeout: NEXT_JOB_MS }).toBe(1)
  const [payout] = await find()
  const { cardPayments } = await (await request.get('/config.json')).json()
  const { origin } = new URL(cardPayments.scriptUrl)
  const headers = { authorization: `Bearer ${CARD_SECRET_KEY}` }
  expect((await request.post(`${origin}/sandbox/payouts/${payout?.id}/pay`, { headers })).ok()).toBe(true)
}

/** Sets up payouts on the provider's page, and comes back. */
async function setUpPayouts(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.getByLabel('Full name').fill('Sana Seller')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/earnings?payouts=returned')
  await expect(page.getByText('Payouts are set up. What you earn can go to your bank.')).toBeVisible()
}

/** How many sheets the page is printed on. */
async function sheetsOf(page: Page): Promise<number> {
  const paper = (await page.pdf({ format: 'A4' })).toString('latin1')
  return [...paper.matchAll(/\/Type\s*\/Page\b/g)].length
}

test('a seller sees the money of a phone held, then theirs, on its way and at their bank, without a reload', async ({
  page,
  openPage,
  market,
  request,
}) => {
  const seller = await market.joinProven(newUser('Seller', 'Sana Seller'))
  await logIn(page, seller)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Earnings' }).click()
  await expect(page).toHaveTitle('Earnings | Second Ring')
  await expect(page.getByText('Nothing is sold yet')).toBeVisible()
  await setUpPayouts(page)

  const buyer = await market.join(newUser('Buyer', 'Ben Buyer'))
  const phone = await market.post(seller)
  const orderId = await market.book(buyer, phone)
  const buyerPage = await openPage()
  await logIn(buyerPage, buyer)
  await payFor(buyerPage, orderId, AVAILABLE_AT_ONCE)
  const row = page.getByRole('row').filter({ hasText: phone.productName }).first()
  await expect(row).toContainText('Hand the phone over by')
  await expect(sumOf(page, 'Held')).toContainText('$237.49')

  const [code] = await inDatabase<{ code: string }>('SELECT handover_code AS code FROM orders WHERE id = $1', [orderId])
  const handedOver = await request.post(`/orders/${orderId}/handover`, {
    headers: { authorization: `Bearer ${seller.bearer}` },
    data: { code: code?.code },
  })
  expect(handedOver.ok()).toBe(true)
  await expect(row).toContainText('unless the buyer reports a problem')
  await expect(sumOf(page, 'Held')).toContainText('$237.49')

  await inDatabase("UPDATE orders SET protected_until = now() - interval '1 minute' WHERE id = $1", [orderId])
  await expect(row).toContainText('On its way', { timeout: NEXT_JOB_MS })
  await expect(sumOf(page, 'Held')).toContainText('$0')
  await expect(sumOf(page, 'On its way')).toContainText('$237.49')

  await payoutArrives(request, seller.email)
  await expect(row).toContainText('Paid out', { timeout: NEXT_JOB_MS })
  await expect(sumOf(page, 'On its way')).toContainText('$0')
  await expect(sumOf(page, 'Paid out')).toContainText('$237.49')

  const statement = page.getByRole('table', { name: /^Statement for/ })
  await expect(statement.getByRole('row')).toHaveText([
    /^Day/,
    /^Opening balance\s*\$0\.00/,
    /Sale.*\$249\.99 less \$12\.50 fee.*\$237\.49/s,
    /Paid out to your bank.*-\$237\.49/s,
    /^Closing balance\s*\$0\.00/,
  ])
  await expectAccessible(page)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^second-ring-earnings-20\d\d-\d\d\.csv$/)
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[2]).toContain(`"Sale","${phone.productName}","${orderId}",249.99,12.50,237.49,237.49`)
  expect(lines[4]).toBe('"","Closing balance","","","","","",0.00')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /^Statement for/ })).toBeVisible()
  await expect(page.getByText('Sana Seller.')).toBeVisible()
  for (const name of ['Earnings', 'Deals', 'Payouts to your bank'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeHidden()
  expect(await sheetsOf(page)).toBe(1)
  await page.emulateMedia({ media: null })

  await row.getByRole('link', { name: phone.productName }).click()
  const money = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Your money' }) })
  await expect(money).toContainText('You get $237.49.')
  await expect(money).toContainText('Paid out')
  await money.getByRole('link', { name: 'See all your earnings' }).click()
  await expect(page).toHaveURL('/dashboard/earnings')
})
