import type { Page } from 'puppeteer-core'

const BUYER = { email: 'buyer@second-ring.test', password: 'second-ring' }

/** Signs the demo market's buyer in, who then stands on Home. */
export async function signIn(page: Page, site: string): Promise<void> {
  await page.goto(`${site}/login`)
  await page.locator('main input[type=email]').fill(BUYER.email)
  await page.locator('main input[type=password]').fill(BUYER.password)
  await page.locator('main form button[type=submit]').click()
  await page.waitForSelector('nav a[href="/dashboard"]')
}

/** The address of the first link on Home that begins so; undefined when there is none. */
export async function firstLink(page: Page, site: string, start: string): Promise<string | undefined> {
  await page.goto(site)
  await page.waitForSelector('#advertised article')
  const links = await page.$$eval('main a', anchors => anchors.map(({ href }) => href))
  return links.find(href => new URL(href).pathname.startsWith(start))
}
