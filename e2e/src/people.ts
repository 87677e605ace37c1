import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface Person {
  name: string
  email: string
  password: string
  accountType: 'Buyer' | 'Seller'
}

/** Someone who has never been here. */
export function newPerson(accountType: Person['accountType'], name: string): Person {
  return { name, email: `${randomUUID()}@example.test`, password: 'second-ring', accountType }
}

/** Signs up with email and password on the sign-up page, and ends on Home, signed in. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Account Type').selectOption(person.accountType)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'signup' }).click()
  await expect(page.getByText('User Created Successfully')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/')
}

/** Logs in on the login page and waits until it is done. */
export async function logIn(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^log ?in$/i })
    .click()
  await expect(page.getByText('User Logged in')).toBeVisible()
}
