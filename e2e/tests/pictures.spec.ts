import type { Page } from '@playwright/test'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn } from '../src/users.ts'

const widths = [320, 390, 768, 1024, 1440, 1920]
const renditions = [320, 640, 1280]

interface Shown {
  /** How wide it is on the screen, in pixels of the device. */
  shown: number
  /** How wide the page says that it is. */
  said: number
  /** How wide the file is that the browser chose. */
  chosen: number
}

/** The pictures of a page, all of them loaded. */
function readPictures(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const probe = document.body.appendChild(document.createElement('div'))
    const images = [...document.querySelectorAll<HTMLImageElement>('main picture img')]
    const pictures: Shown[] = []
    for (const image of images.filter(({ offsetWidth }) => offsetWidth > 0)) {
      image.loading = 'eager'
      await image.decode()
      const parts = image.sizes.split(/,\s*/).map(part => /^(?:(\(.*?\)) )?(.*)$/.exec(part) ?? [])
      const [, , length = ''] = parts.find(([, condition]) => !condition || matchMedia(condition).matches) ?? []
      probe.style.width = length
      pictures.push({
        shown: image.getBoundingClientRect().width * devicePixelRatio,
        said: probe.getBoundingClientRect().width * devicePixelRatio,
        chosen: Number(/-(\d+)\.(?:avif|webp)$/.exec(image.currentSrc)?.[1]),
      })
    }
    probe.remove()
    return pictures
  })
}

/** What is said of each picture's width is true, and it is sharp. */
async function expectFitting(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await expect(page.locator('main picture img').first()).toBeVisible()
    for (const { shown, said, chosen } of await readPictures(page)) {
      const where = `${path} at ${width}: ${shown} shown, ${said} said, ${chosen} chosen`
      expect(said, where).toBeGreaterThan(shown - 2)
      expect(said, where).toBeLessThan(shown * 1.15)
      const enough = renditions.find(rendition => rendition >= shown) ?? Math.max(...renditions)
      // The browser chooses by what is said; a larger one that it has from before it shows again.
      expect(chosen, where).toBeGreaterThanOrEqual(enough)
    }
  }
}

for (const deviceScaleFactor of [1, 2]) {
  test.describe(`with ${deviceScaleFactor} pixels a point`, () => {
    test.use({ deviceScaleFactor })

    test('a visitor loads no larger a picture than the screen shows, and none that is blurred', async ({ page }) => {
      await page.goto('/')
      const listing = await page.locator('main a[href^="/listings/"]').first().getAttribute('href')
      for (const path of ['/', '/search', `${listing}`]) await expectFitting(page, path)
    })
  })
}

test('someone signed in loads no larger pictures in their lists either', async ({ page }) => {
  await logIn(page, demoUsers.buyer)
  await page.goto('/')
  const category = await page.locator('main a[href^="/singleCategories/"]').first().getAttribute('href')
  for (const path of [`${category}`, '/dashboard/MyOrders']) await expectFitting(page, path)
})

test('a seller and an admin do not either', async ({ page, browser }) => {
  await logIn(page, demoUsers.seller)
  await expectFitting(page, '/dashboard/MyProducts')
  const admin = await browser.newPage()
  await logIn(admin, demoUsers.admin)
  await expectFitting(admin, '/dashboard/categories')
  await admin.close()
})

test.describe('before a picture is there', () => {
  test.use({ javaScriptEnabled: false })

  test('its place shows it blurred once it has been rendered, also without script', async ({ page }) => {
    await page.route('**/images/**', route => route.abort())
    // The demo market's pictures are rendered in the minutes after its first start.
    await expect
      .poll(
        async () => {
          await page.goto('/')
          return page
            .locator('main picture img')
            .first()
            .evaluate(image => getComputedStyle(image).backgroundImage)
        },
        { timeout: 50_000, intervals: [1000] },
      )
      .toMatch(/^url\("data:image\/bmp/)
  })
})
