import { randomUUID } from 'node:crypto'
import { expectSignedOut, logIn, newPerson } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('a member whose page cannot be shown sees the error page in either layout, and signs out from it', async ({
  page,
  market,
}) => {
  await logIn(page, await market.join(newPerson('Buyer', 'Olga Oops')))
  await page.goto(`/singleCategories/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('There is no such category.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out & log in again' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0)

  await page.goto(`/dashboard/payment/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('You have no such order.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out & log in again' }).click()
  await expectSignedOut(page)
})
