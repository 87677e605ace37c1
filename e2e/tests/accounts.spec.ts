import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { logIn, newPerson, signUp } from '../src/people.ts'

test('a visitor signs in with Google and becomes a buyer', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: /google/i }).click()
  const chooser = page.getByRole('dialog')
  await chooser.getByLabel('Account name').fill('Gita Google')
  await chooser.getByLabel('Account email').fill(`${randomUUID()}@gmail.test`)
  await chooser.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('User Created Successfully.')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('Welcome To Dashboard')).toBeVisible()
  await expect(page.getByRole('link', { name: 'My orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a product' })).toHaveCount(0)
})

test('a person signs out, signs in again and comes back to where they were going', async ({ page }) => {
  const person = newPerson('Buyer', 'Rita Return')
  await signUp(page, person)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()

  await page.goto('/dashboard/myOrders')
  await expect(page).toHaveURL(/\/login/)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^log ?in$/i })
    .click()
  await expect(page.getByText('User Logged in')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
})

test('a signed-in person stays signed in when the page is loaded again', async ({ page }) => {
  await signUp(page, newPerson('Buyer', 'Lena Later'))
  await page.goto('/dashboard')
  await page.reload()
  await expect(page.getByText('Welcome To Dashboard')).toBeVisible()
})

test('a buyer who opens a seller’s page is signed out and sent to log in', async ({ page }) => {
  await signUp(page, newPerson('Buyer', 'Bob Buyer'))
  await page.goto('/dashboard/AddProduct')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
})

test('the demo seller logs in and sees the seller’s menu', async ({ page }) => {
  await logIn(page, { email: 'seller@second-ring.test', password: 'second-ring' })
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name: 'Add a product' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'My products' })).toBeVisible()
})

test('a wrong password is answered with the third word of the provider’s message', async ({ page }) => {
  const person = newPerson('Buyer', 'Wanda Wrong')
  await signUp(page, person)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill('not-it-at-all')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^log ?in$/i })
    .click()
  await expect(page.getByText('(auth/wrong-password).')).toBeVisible()
})
