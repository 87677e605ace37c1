import { expect, type Page } from '@playwright/test'

/** Waits until the site's code has taken a rendered page over: a link that is followed before is a full page load. */
export async function takenOver(page: Page): Promise<void> {
  // The site's code alone brings it.
  await expect(page.getByRole('combobox', { name: 'Search phones' })).toBeVisible()
  // The code of a screen follows that of the page around it.
  await expect(page.locator('[data-waiting]')).toHaveCount(0)
}
