import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { EMPTY_MARKET_DATABASE_URL, EMPTY_MARKET_URL } from '../src/env.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser, openMailedLink, sendLogin, signUp } from '../src/users.ts'

const cli = path.join(import.meta.dirname, '../../apps/api/dist/cli.js')

// A market of its own: the demo's admin, whom other tests share, has no passkey.
test.use({ baseURL: EMPTY_MARKET_URL })

/** Gives the page's browser an authenticator that checks who holds it. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an admin adds a passkey, and elsewhere proves by it before a buyer is removed', async ({ page, market }) => {
  test.slow()
  const admin = newUser('Buyer', 'Alma Lane')
  await signUp(page, admin)
  await openMailedLink(page, admin.email)
  await page.getByRole('button', { name: 'That was me' }).click()
  await expect(page.getByText('Your email is proven.')).toBeVisible()
  const [first, second] = [
    await market.join(newUser('Buyer', 'Gone One')),
    await market.join(newUser('Buyer', 'Gone Two')),
  ]
  await promisify(execFile)(process.execPath, [cli, 'admin', 'grant', admin.email], {
    env: { PATH: process.env.PATH, DATABASE_URL: EMPTY_MARKET_DATABASE_URL },
  })
  await addAuthenticator(page)
  // The grant has ended the session.
  await page.goto('/dashboard')
  await sendLogin(page, admin)
  await expect(page.getByText('User Logged in')).toBeVisible()
  await page.goto('/dashboard/account')
  await page.getByLabel('Name of the new passkey').fill('Work laptop')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  const code = (await shown.getByRole('listitem').first().textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Work laptop', { exact: true })).toBeVisible()

  // A new sign-in is a session in which nothing is proven yet.
  const signInAgain = async () => {
    await page.getByRole('button', { name: 'Sign out' }).click()
    await logIn(page, admin)
  }
  const remove = async ({ name, email }: { name: string; email: string }) => {
    await page.goto(`/dashboard/AllBuyers?${new URLSearchParams({ search: email })}`)
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete buyer' }).click()
  }
  const asked = page.getByRole('dialog', { name: 'Is it you?' })

  await signInAgain()
  await remove(first)
  await asked.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText(`Buyer ${first.name} removed successfully`)).toBeVisible()
  await expect(asked).toHaveCount(0)

  await signInAgain()
  await remove(second)
  await asked.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await asked.getByLabel('Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Buyer ${second.name} removed successfully`)).toBeVisible()
})
