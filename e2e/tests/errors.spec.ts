import { randomUUID } from 'node:crypto'
import { answerCall, refusal } from '../src/calls.ts'
import { expect, test } from '../src/test.ts'
import { expectSignedOut, logIn, newUser } from '../src/users.ts'

test('a member whose page cannot be shown sees the error page in either layout, and signs out from it', async ({
  page,
  market,
  allowConsole,
}) => {
  // React says what it has caught, beside the page that shows it.
  allowConsole(/TRPCClientError: (The category is being mended|You have no such order)\./)
  await logIn(page, await market.join(newUser('Buyer', 'Olga Oops')))
  await answerCall(page, 'catalog.category', refusal('The category is being mended.', 'CONFLICT', 409))
  await page.goto(`/singleCategories/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('The category is being mended.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out & log in again' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toHaveCount(0)

  await page.unrouteAll()
  await page.goto(`/dashboard/payment/${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
  await expect(page.getByRole('alert').getByText('You have no such order.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out & log in again' }).click()
  await expectSignedOut(page)
})

test('a member who opens a category that does not exist is told so and finds the way back', async ({
  page,
  market,
}) => {
  await logIn(page, await market.join(newUser('Buyer', 'Olga Oops')))
  await page.goto(`/singleCategories/${randomUUID()}`)
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to homepage' }).click()
  await expect(page).toHaveURL('/')
})

test('an error of the site’s code is reported to the server, once for each', async ({ page, allowConsole }) => {
  allowConsole(/: (one|two)$/)
  const throwLater = (messages: string[]) =>
    page.evaluate(texts => {
      for (const text of texts) {
        setTimeout(() => {
          throw new TypeError(text)
        })
      }
    }, messages)
  const statuses: number[] = []
  page.on('response', answer => {
    if (answer.url().endsWith('/client-errors')) statuses.push(answer.status())
  })
  await page.goto('/')
  await throwLater(['one', 'one', 'one'])
  await expect.poll(() => statuses).toEqual([204])
  await throwLater(['two'])
  await expect.poll(() => statuses).toEqual([204, 204])
})
