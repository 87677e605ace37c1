import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumPath } from '../testing/env.ts'
import { EXPRESS, LINK } from '../testing/new-account.ts'
import { openShop } from '../testing/shop-page.ts'
import { PUBLISHABLE_KEY, startSandbox } from '../testing/start-sandbox.ts'

declare const document: { documentElement: { scrollWidth: number } }

const OFFLINE = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--no-first-run']
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...OFFLINE] })
})
afterAll(() => browser?.close())

test('a holder onboards by keyboard alone on a narrow screen, and comes back to the shop', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const shop = await openShop(sandbox, PUBLISHABLE_KEY)
  onTestFinished(() => shop.close())
  const { id } = await stripe.accounts.create(EXPRESS)
  const { url } = await stripe.accountLinks.create({ account: id, ...LINK, return_url: `${shop.url}?done` })
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } })
  onTestFinished(() => page.close())
  const complaints: string[] = []
  page.on('console', message => {
    if (!message.text().includes('400')) complaints.push(message.text())
  })

  await page.goto(url)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Jenny Rosen')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await page.waitForURL(/sessions/)
  const number = page.getByRole('textbox', { name: 'Account number', description: /Enter one of the test numbers/ })
  await number.waitFor()
  expect(await page.title()).toBe('Error: Set up payouts')
  expect(await number.evaluate(field => field.matches(':focus'))).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('000123456789')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${shop.url}?done`)
  expect(await stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: true, payouts_enabled: true })
  expect(complaints).toEqual([])
})
