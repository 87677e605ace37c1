import { randomUUID } from 'node:crypto'
import { expectRed } from '../src/colors.ts'
import { expect, test } from '../src/test.ts'
import { expectSignedOut, logIn, newUser, openMailedLink, sendLogin, signUp, storedToken } from '../src/users.ts'

test('a visitor signs up as a seller, signs out, signs in again and comes back to where they were going', async ({
  page,
}) => {
  const person = newUser('Seller', 'Rita Return')
  await signUp(page, person)
  expect(await storedToken(page)).not.toBeNull()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()

  await page.goto('/dashboard/myOrders')
  await sendLogin(page, person)
  await expect(page.getByText('User Logged in')).toBeVisible()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect(page.getByRole('link', { name: 'Add a product' })).toBeVisible()
})

test('a visitor signs up with Google and is a buyer; later they log in with the same account', async ({ page }) => {
  const email = `${randomUUID()}@gmail.test`
  const chooseAccount = async () => {
    await page.getByRole('button', { name: 'Google Sign In' }).click()
    const chooser = page.getByRole('dialog')
    await chooser.getByLabel('Account name').fill('Gita Google')
    await chooser.getByLabel('Account email').fill(email)
    await chooser.getByRole('button', { name: 'Continue' }).click()
  }
  await page.goto('/signup')
  await chooseAccount()
  await expect(page.getByText('User Created Successfully.', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('You are signed in as Gita Google.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'My orders' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a product' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Login' }).click()
  await chooseAccount()
  await expect(page.getByText('Successfully logged in')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a visitor who closes the Google window is shown the provider’s whole message', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Google Sign In' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectRed(page.getByText('Firebase: Error (auth/popup-closed-by-user).', { exact: true }))
})

test('a member stays signed in when the page is loaded again', async ({ page, market }) => {
  const person = newUser('Buyer', 'Lena Later')
  await market.join(person)
  await logIn(page, person)
  await page.goto('/dashboard')
  await page.reload()
  await expect(page.getByText('You are signed in as Lena Later.')).toBeVisible()
})

test('a member with a wrong password is shown the third word of the provider’s message, under the form', async ({
  page,
  market,
}) => {
  const person = newUser('Buyer', 'Wanda Wrong')
  await market.join(person)
  await page.goto('/login')
  await sendLogin(page, { ...person, password: 'not-it-at-all' })
  await expectRed(page.getByRole('alert').getByText('(auth/invalid-credential).', { exact: true }))
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})

test('a visitor who signs up with an email that is taken is shown the provider’s message in red', async ({
  page,
  market,
}) => {
  const person = newUser('Buyer', 'Tom Twice')
  await market.join(person)
  await page.goto('/signup')
  await page.getByLabel('Name', { exact: true }).fill(person.name)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'signup', exact: true }).click()
  await expectRed(page.getByRole('alert').getByText(/^Firebase: .*\(auth\/email-already-in-use\)\.$/))
  await expect(page).toHaveURL('/signup')
})

test('a visitor who leaves a form empty is told what is required, in the form’s own words', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('12345')
  await expect(page.getByText('Password must be 6 characters or longer')).toBeVisible()

  await page.goto('/signup')
  await page.getByRole('button', { name: 'signup', exact: true }).click()
  await expect(page.getByText('Name Address is required')).toBeVisible()
  await expect(page.getByText('Email Address is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
})

test('a person who signs out is signed out of a tab that is still loading too, and stays so', async ({
  page,
  market,
}) => {
  await logIn(page, await market.join(newUser('Buyer', 'Tara Tabs')))
  const other = await page.context().newPage()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  // The other tab waits for whose token it has.
  await other.route(/\/trpc\/accounts\.me/, async route => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  const loading = other.goto('/dashboard')
  await asked.promise
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  answered.resolve()
  await loading
  await expectSignedOut(other)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
})

test('a newcomer proves their email by the mailed link, and the banner goes in every tab', async ({
  page,
  context,
}) => {
  const person = newUser('Buyer', 'Petra Proof')
  await signUp(page, person)
  const banner = `Check your inbox: we sent a link to ${person.email}.`
  await expect(page.getByText(banner)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/privacy')
  await expect(other.getByText(banner)).toBeVisible()

  await openMailedLink(page, person.email)
  await page.getByRole('button', { name: 'That was me' }).click()
  await expect(page.getByText('Your email is proven.')).toBeVisible()
  for (const tab of [page, other]) await expect(tab.getByText(banner)).toHaveCount(0)

  await page.reload()
  await expect(page.getByText('The email of your account is proven: there is nothing left to do.')).toBeVisible()
})

test('an email that is proven on another device is noticed by a page that is opened anew', async ({
  page,
  browser,
}) => {
  const person = newUser('Buyer', 'Dora Devices')
  await signUp(page, person)
  const banner = `Check your inbox: we sent a link to ${person.email}.`
  await expect(page.getByText(banner)).toBeVisible()
  const phone = await browser.newContext()
  const mailed = await phone.newPage()
  await openMailedLink(mailed, person.email)
  await mailed.getByRole('button', { name: 'That was me' }).click()
  await expect(mailed.getByText('Your email is proven.')).toBeVisible()
  await phone.close()
  await page.goto('/privacy')
  await expect(page.getByText(banner)).toHaveCount(0)
  await page.goto('/dashboard/account')
  await expect(page.getByText('Your email is not proven')).toHaveCount(0)
})

test('a newcomer who signed up with a password comes back by Google, and keeps the account by the mailed link', async ({
  page,
}) => {
  const person = newUser('Seller', 'Gwen Google')
  await signUp(page, person)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Login' }).click()
  await page.getByRole('button', { name: 'Google Sign In' }).click()
  const chooser = page.getByRole('dialog')
  await chooser.getByLabel('Account name').fill(person.name)
  await chooser.getByLabel('Account email').fill(person.email)
  await chooser.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'An account with your email' })).toBeFocused()

  await openMailedLink(page, person.email)
  await page.getByRole('button', { name: 'That was me' }).click()
  await expect(page.getByText('Your email is proven.')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByText('You are signed in as Gwen Google.')).toBeVisible()
  // Google alone makes buyers.
  await expect(page.getByRole('link', { name: 'Add a product' })).toBeVisible()
})

test('a member who forgot the password sets a new one by a mailed link, and is logged out everywhere else', async ({
  page,
  browser,
  market,
}) => {
  const person = newUser('Buyer', 'Fay Forgot')
  await market.join(person)
  const elsewhere = await (await browser.newContext()).newPage()
  await logIn(elsewhere, person)

  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByText(`If ${person.email} has an account here, a link is on its way.`)).toBeVisible()
  await openMailedLink(page, person.email)
  await page.getByLabel('New password').fill('another-one')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your password is changed. You are logged out everywhere else.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()

  await elsewhere.goto('/dashboard')
  await expectSignedOut(elsewhere)
})
