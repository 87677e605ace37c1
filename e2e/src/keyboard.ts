import { expect, type Locator, type Page } from '@playwright/test'

const FAR_ENOUGH = 150

/** Presses a key until something has the focus, as someone without a mouse gets there. */
export async function pressUntilFocused(page: Page, key: 'Tab' | 'Shift+Tab', goal: Locator): Promise<void> {
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < FAR_ENOUGH; presses += 1) {
    if (await goal.evaluate(element => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(goal, `after ${FAR_ENOUGH} presses of ${key}`).toBeFocused()
}
