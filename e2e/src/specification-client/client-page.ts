import { expect, type Locator, type Page } from '@playwright/test'
import { typeCard } from '../card.ts'
import { CLIENT_PORT, LABORATORY_CLIENT_PORT } from '../env.ts'
import type { PostedPhone } from '../market.ts'
import { type Phone, PICTURE } from '../phones.ts'
import { type Credentials, type Person, storedToken } from '../users.ts'

export type Mode = 'strict' | 'laboratory'

const ports: Record<Mode, number> = { strict: CLIENT_PORT, laboratory: LABORATORY_CLIENT_PORT }

export const originOf = (mode: Mode) => `http://127.0.0.1:${ports[mode]}`

export type ClientPage = ReturnType<typeof clientPage>

/** The specification's client in a browser, as its user sees and uses it. */
export function clientPage(page: Page, mode: Mode) {
  const origin = originOf(mode)
  const listed = (productName: string) => page.getByRole('listitem').filter({ hasText: productName })
  const toast = (text: string | RegExp) => page.getByRole('status').getByText(text)
  const order = (id: string) => page.locator(`[data-order="${id}"]`)
  const pay = page.getByRole('button', { name: 'Pay', exact: true })

  const client = {
    page,
    listed,
    toast,
    order,
    pay,
    open: (path: string) => page.goto(`${origin}${path}`),

    async signUp(person: Person): Promise<void> {
      await client.open('/signup')
      await fill(page, { Name: person.name, Email: person.email, Password: person.password })
      await page.getByLabel('Account Type').selectOption(person.accountType)
      await page.getByRole('button', { name: 'signup' }).click()
      await expect(toast('User Created Successfully')).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible()
    },

    async logIn({ email, password }: Credentials): Promise<void> {
      await fill(page, { Email: email, Password: password })
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(toast('User Logged in')).toBeVisible()
    },

    /** Posts a phone in the first category, and ends on My products. */
    async post(phone: Phone): Promise<void> {
      await client.open('/dashboard/AddProduct')
      await page.getByLabel('Image').setInputFiles(PICTURE)
      await fill(page, {
        'Model name': phone.productName,
        Location: 'Portland, Oregon',
        'Original price': phone.originalPrice,
        'Resale price': phone.resalePrice,
        'Year used': '2',
        Description: 'Works as it should; the battery is at 91 %.',
      })
      await page.getByRole('button', { name: 'Add product' }).click()
      await expect(toast(`${phone.productName} posted successfully`)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'My products' })).toBeVisible()
    },

    /** Books the offer of a list that is open. */
    async book(offer: Locator, answer = 'The Item Is Booked!'): Promise<void> {
      await offer.getByRole('button', { name: 'Booking' }).click()
      await offer.getByLabel('Phone').fill('15550100199')
      await offer.getByLabel('Meeting location').fill('Central Library')
      await offer.getByRole('button', { name: 'Submit' }).click()
      await expect(toast(answer).last()).toBeVisible()
      await expect(offer.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    },

    /** Books phones on their category's page. @returns the ids of all orders of the buyer, the oldest first */
    async bookAll(phones: PostedPhone[]): Promise<string[]> {
      await client.open(`/singleCategories/${phones[0]?.categoryId}`)
      const seen = new Map<string, number>()
      for (const { productName } of phones) {
        const nth = seen.get(productName) ?? 0
        seen.set(productName, nth + 1)
        await client.book(listed(productName).nth(nth))
      }
      await client.open('/dashboard/myOrders')
      await expect(page.locator('[data-order]')).toHaveCount(phones.length)
      const orders = await page.locator('[data-order]').all()
      const ids = await Promise.all(orders.map(one => one.getAttribute('data-order')))
      return ids.map(String).toReversed()
    },

    /** Opens the payment of an order from My orders and types a good card. */
    async openPayment(id: string): Promise<void> {
      await client.open('/dashboard/myOrders')
      await order(id).getByRole('link', { name: 'Pay' }).click()
      await typeCard(page, '4242424242424242')
      await expect(pay).toBeEnabled()
    },

    typeCard: (number: string) => typeCard(page, number),

    async payFor(id: string): Promise<void> {
      await client.openPayment(id)
      await pay.click()
      await expect(toast('Congrats! your payment completed')).toBeVisible()
    },

    /** My orders say Paid, now or once the provider has reported the charge. */
    async expectPaid(id: string): Promise<void> {
      await expect(async () => {
        await client.open('/dashboard/myOrders')
        await expect(order(id)).toContainText('Paid', { timeout: 1000 })
      }).toPass()
      await expect(order(id).getByRole('link', { name: 'Pay' })).toHaveCount(0)
    },

    async expectUnpaid(id: string): Promise<void> {
      await client.open('/dashboard/myOrders')
      await expect(order(id).getByRole('link', { name: 'Pay' })).toBeVisible()
    },

    async token(): Promise<string> {
      return (await storedToken(page)) ?? ''
    },

    /** The error page's way out, and the login that follows. */
    async logInAgain(person: Credentials): Promise<void> {
      await expect(page.getByText('Request failed with status code 401')).toBeVisible()
      await page.getByRole('button', { name: 'Sign out & log in again' }).click()
      await client.logIn(person)
    },
  }
  return client
}

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(value)
}
