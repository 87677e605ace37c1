import { test as base, type Page } from '@playwright/test'
import { createMarket, type Market } from './market.ts'

interface Fixtures {
  /** Makes what a test needs before it begins. */
  market: Market
  /** Opens a page in a browser of someone else's: nothing is shared with the other pages. */
  openPage: () => Promise<Page>
}

export const test = base.extend<Fixtures>({
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
