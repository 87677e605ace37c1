import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

export interface Person {
  name: string
  email: string
  password: string
  accountType: 'Buyer' | 'Seller'
}

export type Credentials = Pick<Person, 'email' | 'password'>

interface Mail {
  email: string
  newEmail?: string
  oobLink: string
}

const demo = (email: string): Credentials => ({ email, password: 'second-ring' })
/** The people of the demo market. Tests that change someone make their own. */
export const demoUsers = {
  buyer: demo('buyer@second-ring.test'),
  seller: demo('seller@second-ring.test'),
  admin: demo('admin@second-ring.test'),
}

/** Someone who has never been here. */
export function newUser(accountType: Person['accountType'], name: string): Person {
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

/** Opens the newest link that the sign-in provider mailed to an address, on the site of the page. */
export async function openMailedLink(page: Page, email: string): Promise<void> {
  const { identity } = await (await page.request.get('/config.json')).json()
  const outbox = `${identity.emulatorUrl}/emulator/v1/projects/${identity.projectId}/oobCodes`
  const mails = async (): Promise<Mail[]> => (await (await page.request.get(outbox)).json()).oobCodes
  const to = (mail: Mail) => (mail.newEmail ?? mail.email) === email
  await expect.poll(async () => (await mails()).some(to)).toBe(true)
  const mail = (await mails()).findLast(to)
  await page.goto(`/account/action${new URL(mail?.oobLink ?? '').search}`)
}

/** Fills in the login form of the page that is open and sends it. */
export async function sendLogin(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
}

/** Logs in on the login page and waits until it is done. */
export async function logIn(page: Page, person: Credentials): Promise<void> {
  await page.goto('/login')
  await sendLogin(page, person)
  await expect(page.getByText('User Logged in')).toBeVisible()
}

/** The access token that this browser keeps; null when it has none. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('accessToken'))
}

/** Signed out and sent to the login. */
export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/login(\?|$)/)
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
}
