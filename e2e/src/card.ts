import { expect, type FrameLocator, type Page } from '@playwright/test'

/** The provider's card element, once its frame takes keys. */
export async function readyElement(page: Page): Promise<FrameLocator> {
  const element = page.frameLocator('.StripeElement iframe')
  await element.locator('form.ready').waitFor()
  return element
}

/** Types a card into the provider's element, as a person would. */
export async function typeCard(page: Page, number: string): Promise<void> {
  const element = await readyElement(page)
  await element.getByLabel('Card number').pressSequentially(number)
  await element.getByLabel(/expir/i).pressSequentially('1234')
  await element.getByLabel(/CVC|security code/i).pressSequentially('123')
  await element.getByLabel(/ZIP|postal/i).pressSequentially('97201')
}

/** Empties the element's number and types another. */
export async function retypeNumber(page: Page, number: string): Promise<void> {
  const field = page.frameLocator('.StripeElement iframe').getByLabel('Card number')
  await field.fill('')
  await field.pressSequentially(number)
}

/** Answers the bank's question whether it is the card's owner who pays. */
export async function proveOwnership(page: Page): Promise<void> {
  const challenge = page.frameLocator('iframe[title*="uthentication"]')
  // With the amount there it listens to its buttons.
  await expect(challenge.getByText('$')).toBeVisible()
  await challenge.getByRole('button', { name: 'Complete authentication' }).click()
}

export const payButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Pay/ })

export async function expectPaid(page: Page): Promise<void> {
  await expect(page.getByText('Congratulation your payment completed').first()).toBeVisible()
  await expect(page.getByText('Congrats! your payment completed').first()).toBeVisible()
  await expect(page.getByText(/pi_\w+/)).toBeVisible()
}

/** Pays an order of whoever is logged in, with a card that is good unless another is named. */
export async function payFor(page: Page, orderId: string, card = '4242424242424242'): Promise<void> {
  await page.goto(`/dashboard/payment/${orderId}`)
  await typeCard(page, card)
  await payButton(page).click()
  await expectPaid(page)
}
