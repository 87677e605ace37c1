import type { Page } from 'puppeteer-core'

/** The address of the first link on Home that begins so; undefined when there is none. */
export async function firstLink(page: Page, site: string, start: string): Promise<string | undefined> {
  await page.goto(site)
  await page.waitForSelector('#advertised article')
  const links = await page.$$eval('main a', anchors => anchors.map(({ href }) => href))
  return links.find(href => new URL(href).pathname.startsWith(start))
}
