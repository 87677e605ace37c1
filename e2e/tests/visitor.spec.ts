import { answerCall, refusal } from '../src/calls.ts'
import { expect, test } from '../src/test.ts'

test('a visitor sees the whole of Home: banner, categories, advertised items, advantages and footer', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page).toHaveTitle('Home | Second Ring')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Browse phones' })).toBeVisible()

  const categories = main.getByRole('region', { name: 'Categories' }).getByRole('listitem')
  await expect(categories.first()).toBeVisible()
  for (const category of await categories.all()) {
    await expect(category.locator('img')).toBeVisible()
    const name = category.getByRole('link').last()
    await expect(name).toHaveText(/\w/)
    await expect(name).toHaveAttribute('href', /^\/singleCategories\/[0-9a-f-]{36}$/)
    await expect(category.getByRole('link', { name: 'See all' })).toHaveAttribute('href', /^\/phones\/[a-z0-9-]+$/)
  }
  await expect(main.getByRole('region', { name: 'Advertised items' }).getByRole('article').first()).toBeVisible()
  const advantages = main.getByRole('region', { name: 'Why buy second-hand?' }).getByRole('listitem')
  expect(await advantages.count()).toBeGreaterThan(2)

  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(/Copyright © 2022 Second Ring/)
  await expect(footer.getByRole('link', { name: /^Second Ring on/ })).toHaveCount(3)
  const own = footer.getByRole('navigation', { name: 'About this market' }).getByRole('link')
  await expect(own).toHaveCount(3)
  for (const link of await own.all()) await expect(link).toHaveAttribute('href', /^\/(terms|privacy|about)$/)
  const placeholders = footer.locator('a[href^="#"]')
  await expect(footer.getByRole('link')).toHaveCount((await placeholders.count()) + 3)
})

test('a visitor goes round the public screens by the navigation, and each says its name in the title', async ({
  page,
}) => {
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('list').getByRole('link')).toHaveText(['Home', 'Blog', 'Login', 'Sign up'])
  await expect(navigation.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
  for (const [link, path, title] of [
    ['Blog', '/blog', 'Blog | Second Ring'],
    ['Login', '/login', 'Login | Second Ring'],
    ['Sign up', '/signup', 'Signup | Second Ring'],
    ['Home', '/', 'Home | Second Ring'],
  ] as const) {
    await navigation.getByRole('link', { name: link, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(title)
  }
})

test('a visitor reads questions and their answers in the blog', async ({ page }) => {
  await page.goto('/blog')
  const articles = page.getByRole('article')
  await expect(articles.first()).toBeVisible()
  expect(await articles.count()).toBeGreaterThan(2)
  for (const article of await articles.all()) {
    await expect(article.getByRole('heading')).toHaveText(/\?/)
    await expect(article).toContainText(/(.|\n){200}/)
  }
})

test('a visitor finds on the sign-up page all that it asks for', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('heading', { level: 1, name: 'Signup' })).toBeVisible()
  for (const label of ['Name', 'Email', 'Password']) {
    await expect(page.getByLabel(label, { exact: true })).toBeEditable()
  }
  const accountType = page.getByLabel('Account Type')
  await expect(accountType.getByRole('option')).toHaveText(['Buyer', 'Seller'])
  await expect(accountType.locator('option:checked')).toHaveText('Buyer')
  await expect(page.getByRole('button', { name: 'signup', exact: true })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Google Sign In' })).toBeEnabled()
  await expect(page.getByRole('link', { name: 'Already have an account?' })).toHaveAttribute('href', '/signup')
})

test('a visitor’s press counts although the icon under it changes meanwhile', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Theme: system.' }).hover()
  await page.mouse.down()
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    dispatchEvent(new Event('theme-chosen'))
  })
  await expect(page.getByRole('button', { name: 'Theme: light.' })).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Theme: dark.' })).toBeVisible()
})

test('a visitor of a path that does not exist is told so and finds the way back', async ({ page }) => {
  await page.goto('/phones/that-never-were')
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  await expect(page.getByText("Sorry, we couldn't find this page.")).toBeVisible()
  await page.getByRole('link', { name: 'Back to homepage' }).click()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveTitle('Home | Second Ring')
})

test('a visitor is told when nothing is advertised', async ({ page }) => {
  await answerCall(page, 'listings.advertised', { result: { data: { items: [], nextCursor: null } } })
  // Home as the browser shows it; the server has rendered the first page.
  await page.goto('/signup')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByText('There is no Advertised item to show')).toBeVisible()
})

test('a visitor is not bothered when the categories do not load: the rest of Home is there', async ({ page }) => {
  await answerCall(page, 'catalog.categories', refusal('The categories are gone'))
  // Home as the browser shows it; the server has rendered the first page.
  await page.goto('/signup')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home', exact: true }).click()
  const main = page.getByRole('main')
  const categories = main.getByRole('region', { name: 'Categories' })
  await expect(categories.getByText('Loading the categories')).toHaveCount(0)
  await expect(categories.getByRole('list')).toBeEmpty()
  await expect(main.getByRole('region', { name: 'Advertised items' }).getByRole('article').first()).toBeVisible()
  await expect(page.getByText('The categories are gone')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
