import { test as base, type Page } from '@playwright/test'
import { createMarket, type Market } from './market.ts'
import { watchConsoles } from './watch-consoles.ts'

interface Fixtures {
  /** Makes what a test needs before it begins. */
  market: Market
  /** Opens a page in a browser of someone else's: nothing is shared with the other pages. */
  openPage: () => Promise<Page>
  /**
   * Lets errors and warnings pass that a test provokes on purpose; all others, of any page, fail the test at its end.
   * Requests that fail are told by the browser, not by the site, and do not count.
   */
  allowConsole: (message: RegExp) => void
}

export const test = base.extend<Fixtures>({
  allowConsole: [
    async ({ browser }, use) => {
      const allowed: RegExp[] = []
      const stopWatching = watchConsoles(browser)
      await use(message => void allowed.push(message))
      const said = stopWatching().filter(text => !allowed.some(message => message.test(text)))
      base.expect(said, 'errors and warnings in the browser’s console').toEqual([])
    },
    { auto: true },
  ],
  market: async ({ request }, use) => {
    await use(createMarket(request))
  },
  openPage: async ({ browser }, use) => {
    const contexts = new Set<{ close(): Promise<void> }>()
    await use(async () => {
      const context = await browser.newContext()
      contexts.add(context)
      return context.newPage()
    })
    await Promise.all([...contexts].map(context => context.close()))
  },
})

export { expect } from '@playwright/test'
