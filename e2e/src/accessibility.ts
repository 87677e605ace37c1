import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Expects that everyone can use the screen that is open, in both themes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const theme of themes) {
    await showTheme(page, theme)
    await expectAccessibleIn(page, theme)
  }
}

export async function showTheme(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
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

/** Expects it of the theme that is shown: every rule of WCAG's levels A and AA in light, only the colours' in dark. */
export async function expectAccessibleIn(page: Page, theme: Theme): Promise<void> {
  const axe = new AxeBuilder({ page })
  if (theme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  else axe.withRules('color-contrast')
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
  expect(found, `${page.url()} in the ${theme} theme`).toEqual([])
}
