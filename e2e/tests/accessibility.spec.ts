import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { readyElement } from '../src/card.ts'
import { logIn } from '../src/people.ts'

const demo = (email: string) => ({ email, password: 'second-ring' })

async function expectClean(page: Page): Promise<void> {
  // A toast that is fading out has any contrast; it is gone in a moment.
  await expect(page.getByText('User Logged in')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
  expect(found, page.url()).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('every public screen can be used by everyone', async ({ page }) => {
      for (const path of ['/', '/login', '/signup', '/blog', '/nothing/here']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page)
      }
    })

    test('every screen of a buyer can be used by everyone', async ({ page }) => {
      await logIn(page, demo('buyer@second-ring.test'))
      await page.locator('[href^="/singleCategories/"]').first().click()
      await expect(page.getByRole('article').first()).toBeVisible()
      await expectClean(page)
      await page
        .getByRole('button', { name: /^Booking/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectClean(page)
      for (const path of ['/dashboard', '/dashboard/favorites', '/dashboard/myOrders']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page)
      }
      await page.getByRole('link', { name: /^Pay/ }).first().click()
      await expect(page.getByText(/^Please pay/)).toBeVisible()
      await readyElement(page)
      await expectClean(page)
    })

    test('every screen of a seller can be used by everyone', async ({ page }) => {
      await logIn(page, demo('seller@second-ring.test'))
      for (const path of ['/dashboard/AddProduct', '/dashboard/MyProducts']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page)
      }
    })

    test('every screen of an admin can be used by everyone', async ({ page }) => {
      await logIn(page, demo('admin@second-ring.test'))
      for (const path of ['/dashboard/AllSellers', '/dashboard/AllBuyers']) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectClean(page)
      }
    })
  })
}
