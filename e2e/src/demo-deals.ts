import { expect, type Page } from '@playwright/test'

/** Phones of the demo market whose deals tests look at, and leave as they are. */
export const demoPhones = {
  /** Booked by the demo's buyer, and not paid. */
  booked: 'POCO F5 256 GB',
  /** The demo's buyer reports a problem, and the demo's seller has to answer. */
  claimed: 'Galaxy A34 128 GB',
  /** Buyer and seller do not agree, and an admin decides. */
  undecided: 'OnePlus 13R 256 GB',
  /** Of its price the demo's seller has given a part back; the rest came to their bank in an earlier month. */
  partlyRefunded: 'Pixel 6 128 GB',
} as const

/** Where people of the demo market see deals of theirs. */
type DealList = '/dashboard/myOrders' | '/dashboard/earnings' | '/dashboard/cases'

/** The order of a phone, as a list of whoever is logged in links to it. */
export async function demoOrder(page: Page, list: DealList, phone: keyof typeof demoPhones): Promise<string> {
  await page.goto(list)
  const link = page.getByRole('main').getByRole('link', { name: demoPhones[phone], exact: true })
  await expect(link.first()).toBeVisible()
  return (await link.first().getAttribute('href'))?.split('/').at(-1) ?? ''
}

/** The month in which the demo's seller was paid out what a deal brought, as `2026-10`. */
export function paidOutMonth(): string {
  const DAY_MS = 86_400_000
  return new Date(Date.now() - 35 * DAY_MS).toISOString().slice(0, 7)
}
