import { test as base } from '@playwright/test'
import { createMarket, type Market } from '../market.ts'
import { openWebKit, type WebKit } from './driver.ts'
import { serveDriver } from './serve-driver.ts'

/** Tests in WebKit, which Playwright runs and counts but does not drive: its own build of WebKit is downloaded only. */
export const test = base.extend<{ market: Market }, { webkit: WebKit }>({
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const driver = await serveDriver()
      try {
        const webkit = await openWebKit(driver.url)
        await use(webkit)
        await webkit.close()
      } finally {
        await driver.stop()
      }
    },
    { scope: 'worker' },
  ],
  market: async ({ request }, use) => {
    await use(createMarket(request))
  },
})
