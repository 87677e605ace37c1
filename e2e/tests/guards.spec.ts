import { randomUUID } from 'node:crypto'
import { holdRequests } from '../src/calls.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, expectSignedOut, logIn, newUser, sendLogin, storedToken } from '../src/users.ts'

const guardedPaths = [
  `/singleCategories/${randomUUID()}`,
  '/dashboard',
  '/dashboard/myOrders',
  '/dashboard/favorites',
  `/dashboard/payment/${randomUUID()}`,
  '/dashboard/AllBuyers',
  '/dashboard/AllSellers',
  '/dashboard/AddProduct',
  '/dashboard/MyProducts',
  '/dashboard/earnings',
]

test('a visitor of any page for members is sent to the login, which takes its place in the history', async ({
  page,
}) => {
  await page.goto('/blog')
  for (const path of guardedPaths) {
    await page.goto(path)
    await expect(page, path).toHaveURL(`/login?${new URLSearchParams({ from: path })}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await page.goBack()
    await expect(page, path).toHaveURL('/blog')
  }
})

test('a visitor who opens a category logs in and comes to it; Back leads to Home', async ({ page }) => {
  await page.goto('/')
  const category = page.locator('[href^="/singleCategories/"]').first()
  const path = (await category.getAttribute('href')) ?? ''
  await category.click()
  await expect(page).toHaveURL(/\/login\?from=/)
  await sendLogin(page, demoUsers.buyer)
  await expect(page).toHaveURL(path)
  await expect(page).toHaveTitle('All phones | Second Ring')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a member who logs in without having come from anywhere lands on Home, and is sent away from signing up', async ({
  page,
}) => {
  await logIn(page, demoUsers.buyer)
  await expect(page).toHaveURL('/')
  await page.goto('/signup')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('a member sees a spinner until it is known who they are, and then the page', async ({ page }) => {
  await logIn(page, demoUsers.buyer)
  const release = await holdRequests(page, '**/trpc/*accounts.me*')
  await page.goto('/dashboard')
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  await expect(page.getByText('Welcome To Dashboard')).toHaveCount(0)
  release()
  await expect(page.getByText('Welcome To Dashboard')).toBeVisible()
})

for (const [who, accountType, paths] of [
  [
    'buyer',
    'Buyer',
    [
      '/dashboard/AllBuyers',
      '/dashboard/AllSellers',
      '/dashboard/Categories',
      '/dashboard/AddProduct',
      '/dashboard/earnings',
    ],
  ],
  ['seller', 'Seller', ['/dashboard/AllBuyers', '/dashboard/AllSellers']],
] as const) {
  test(`a ${who} who opens a page that is not for them is signed out and sent to log in`, async ({ page, market }) => {
    const person = newUser(accountType, 'Nora Nosy')
    await market.join(person)
    for (const path of paths) {
      await logIn(page, person)
      expect(await storedToken(page)).not.toBeNull()
      await page.goto(path)
      await expectSignedOut(page)
      await expect(page, path).toHaveURL('/login')
    }
  })
}
