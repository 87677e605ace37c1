import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { readyElement } from '../src/card.ts'
import { demoPeople, logIn } from '../src/people.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

test.describe.configure({ timeout: 120_000 })
test.use({ reducedMotion: 'reduce' })

async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  // Colours on their way from one theme to the other have any contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(animation => animation instanceof CSSTransition)
        .map(({ finished }) => finished.catch(() => undefined)),
    ),
  )
}

async function expectCleanIn(page: Page, theme: Theme): Promise<void> {
  await wear(page, theme)
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
  expect(found, `${page.url()} in the ${theme} theme`).toEqual([])
}

/** Looks at the page that is open, in both themes. */
async function expectClean(page: Page): Promise<void> {
  // A toast that is fading out has any contrast; it is gone in a moment.
  await expect(page.getByText('User Logged in')).toHaveCount(0)
  for (const theme of themes) await expectCleanIn(page, theme)
}

/** Opens each path and looks at its screen. */
async function expectCleanScreens(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectClean(page)
  }
}

/** Opens a dialog by its button, looks at it, and closes it again. */
async function expectCleanDialog(page: Page, button: RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toBeVisible()
  await expectClean(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}

test('every public screen can be used by everyone, in light and dark', async ({ page }) => {
  await expectCleanScreens(page, ['/', '/signup', '/blog', '/nothing/here', '/docs', '/login'])
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expectClean(page)
  await expectCleanDialog(page, /^Google Sign In/)
})

test('every screen of a buyer can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoPeople.buyer)
  await page.locator('[href^="/singleCategories/"]').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectClean(page)
  await expectCleanDialog(page, /^Booking/)
  await expectCleanScreens(page, [
    `/singleCategories/${randomUUID()}`,
    '/dashboard',
    '/dashboard/favorites',
    '/dashboard/myOrders',
  ])
  await page.getByRole('link', { name: /^Pay/ }).first().click()
  for (const theme of themes) {
    // The card's frame is styled when it is made.
    await wear(page, theme)
    await page.reload()
    await expect(page.getByText(/^Please pay/)).toBeVisible()
    await readyElement(page)
    await expectCleanIn(page, theme)
  }
})

test('every screen of a seller can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoPeople.seller)
  await expectCleanScreens(page, ['/dashboard/AddProduct', '/dashboard/MyProducts'])
  await expectCleanDialog(page, /^Edit/)
  await expectCleanDialog(page, /^Delete/)
})

test('every screen of an admin can be used by everyone, in light and dark', async ({ page }) => {
  await logIn(page, demoPeople.admin)
  await expectCleanScreens(page, ['/dashboard/AllSellers', '/dashboard/AllBuyers'])
  await expectCleanDialog(page, /^Delete/)
})
