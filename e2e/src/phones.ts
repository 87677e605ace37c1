import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'

export interface Phone {
  productName: string
  resalePrice: string
  originalPrice: string
}

// A one-colour PNG of 64 by 64 pixels.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAAAA1BMVEUzZlWp8Q9JAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAG0lEQVRYhe3BgQAAAADDoPlT3+AEVQEAAAB0DRBAAAGx1LfoAAAAAElFTkSuQmCC',
  'base64',
)
export const PICTURE = { name: 'phone.png', mimeType: 'image/png', buffer: PNG }

/** A phone of a name that no other test uses. */
export function newPhone(): Phone {
  return { productName: `Aurora ${randomUUID().slice(0, 8)}`, resalePrice: '249.99', originalPrice: '599' }
}

/** Fills in Add a product and posts it, in the first category; ends on My products. */
export async function postPhone(page: Page, phone: Phone): Promise<void> {
  await page.goto('/dashboard/AddProduct')
  await page.getByLabel('Model name').fill(phone.productName)
  await page.locator('input[type=file]').setInputFiles(PICTURE)
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByLabel('Condition').selectOption('good')
  await page.getByLabel('Original price').fill(phone.originalPrice)
  await page.getByLabel('Resale price').fill(phone.resalePrice)
  await page.getByLabel('Years used').fill('2')
  await page.getByLabel('Location').fill('Portland, Oregon')
  await page.getByLabel('Description').fill('Works as it should; the battery is at 91 %.')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText(`${phone.productName} posted successfully`)).toBeVisible()
  await expect(page).toHaveURL('/dashboard/MyProducts')
}

/** The card of a phone on Home or on a category's page. */
export function cardOf(page: Page, productName: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: productName }) })
}

/** Opens the booking form of a phone from its card on the page that is open. */
export async function openBooking(page: Page, productName: string) {
  await cardOf(page, productName)
    .getByRole('button', { name: /^Booking/ })
    .click()
  return page.getByRole('dialog')
}

/** Fills in the booking form and sends it. */
export async function sendBooking(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Phone').fill('+1 555 010 0199')
  await dialog.getByLabel('Meeting location').fill('Central Library')
  await dialog.getByRole('button', { name: 'Book now' }).click()
}

/** Books a phone from its card on the page that is open. */
export async function bookPhone(page: Page, productName: string): Promise<void> {
  await sendBooking(await openBooking(page, productName))
  await expect(page.getByText('The Item Is Booked!')).toBeVisible()
}
