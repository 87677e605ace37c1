import { holdRequests } from '../src/calls.ts'
import { payButton } from '../src/card.ts'
import { cardOf, openBooking, sendBooking } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser } from '../src/users.ts'

test('a buyer has the navigation of who is signed in and the side menu of everyone', async ({ page, market }) => {
  const buyer = await market.join(newUser('Buyer', 'Mia Menu'))
  await logIn(page, buyer)
  const navigation = page.getByRole('navigation', { name: 'Main' }).getByRole('list')
  await expect(navigation.getByRole('listitem')).toHaveText(['Home', 'Blog', 'Dashboard', 'Sign out'])
  await navigation.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page).toHaveTitle('Dashboard | Second Ring')
  await expect(page.getByText('Welcome To Dashboard')).toBeVisible()

  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(['My orders', 'My favorites', 'Saved searches', 'My account'])
  await menu.getByRole('link', { name: 'My favorites' }).click()
  await expect(page).toHaveTitle('My favorites | Second Ring')
  await menu.getByRole('link', { name: 'My orders' }).click()
  await expect(page).toHaveURL('/dashboard/myOrders')
  await expect(page).toHaveTitle('My orders | Second Ring')
  await expect(page.getByText('You have not booked anything yet')).toBeVisible()
})

test('a buyer sees on a category’s page all that its cards tell, and goes back to Home from one', async ({
  page,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const phone = await market.post(seller)
  const buyer = await market.join(newUser('Buyer', 'Cara Cards'))
  await logIn(page, buyer)
  await page.goto(`/singleCategories/${phone.categoryId}`)
  await expect(page).toHaveTitle('All phones | Second Ring')
  const card = cardOf(page, phone.productName)
  await expect(card.getByRole('img', { name: phone.productName })).toBeVisible()
  for (const fact of [
    'Sana Seller',
    '$249.99',
    '$599',
    'Portland, Oregon',
    'Used 2 years',
    'Posted just now',
    'Good',
  ]) {
    await expect(card).toContainText(fact)
  }
  await expect(card.getByRole('button', { name: /^Add to favorites/ })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Booking/ })).toBeEnabled()
  await card.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('a buyer keeps a favorite, sees it booked by someone else, and takes it out again', async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  const buyer = await market.join(newUser('Buyer', 'Fay Favorite'))
  await logIn(page, buyer)
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const card = cardOf(page, phone.productName)
  await card.getByRole('button', { name: /^Add to favorites/ }).click()
  await expect(card.getByRole('button', { name: /^Remove from favorites/ })).toBeVisible()

  await page.goto('/dashboard/favorites')
  await expect(card.getByRole('button', { name: /^Booking/ })).toBeVisible()
  await market.book(await market.join(newUser('Buyer', 'Otto Other')), phone)
  await page.reload()
  await expect(card.getByText('Booked', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Booking/ })).toHaveCount(0)
  await card.getByRole('button', { name: /^Remove from favorites/ }).click()
  await expect(page.getByText('You have no favorites yet')).toBeVisible()
  await page.reload()
  await expect(page.getByText('You have no favorites yet')).toBeVisible()
})

test('a buyer fills in the booking form, books, and finds the order waiting to be paid', async ({ page, market }) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  const buyer = await market.join(newUser('Buyer', 'Bea Booker'))
  await logIn(page, buyer)
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const dialog = await openBooking(page, phone.productName)
  for (const [label, value] of [
    ['Your name', 'Bea Booker'],
    ['Email', buyer.email],
    ['Price', '$249.99'],
  ] as const) {
    await expect(dialog.getByLabel(label)).toHaveValue(value)
    await expect(dialog.getByLabel(label)).toBeDisabled()
  }
  await dialog.getByRole('button', { name: 'Book now' }).click()
  await expect(dialog.getByText('Phone is required')).toBeVisible()
  await expect(dialog.getByText('Meeting location is required')).toBeVisible()
  await dialog.getByLabel('Phone').fill('call me')
  await expect(dialog.getByText(/^Enter a phone number/)).toBeVisible()
  await sendBooking(dialog)
  await expect(page.getByText('The Item Is Booked!')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(cardOf(page, phone.productName)).toHaveCount(0)

  await page.goto('/dashboard/myOrders')
  const order = page.getByRole('row').filter({ hasText: phone.productName })
  await expect(order).toContainText('$249.99')
  await expect(order).toContainText('Central Library')
  await order.getByRole('link', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/dashboard\/payment\/[0-9a-f-]{36}$/)
  await expect(page).toHaveTitle('Payment | Second Ring')
  await expect(page.getByRole('heading', { name: `Make payment for ${phone.productName}` })).toBeVisible()
  await expect(page.getByText('Please pay $249.99 to purchase.')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
})

test('a second buyer of the same phone is told that it is booked, and the form is closed', async ({ page, market }) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const phone = await market.post(seller)
  await logIn(page, await market.join(newUser('Buyer', 'Lars Late')))
  await page.goto(`/singleCategories/${phone.categoryId}`)
  const dialog = await openBooking(page, phone.productName)
  await market.book(await market.join(newUser('Buyer', 'Fiona First')), phone)
  await sendBooking(dialog)
  await expect(page.getByText('This product is already booked')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const card = cardOf(page, phone.productName)
  await expect(card.getByRole('button', { name: /^Tell me if/ })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Booking/ })).toHaveCount(0)
})

test('a buyer cannot press Pay before the provider’s library and the client secret are there', async ({
  page,
  market,
}) => {
  const phone = await market.post(await market.join(newUser('Seller', 'Sana Seller')))
  const buyer = await market.join(newUser('Buyer', 'Paula Patient'))
  const orderId = await market.book(buyer, phone)
  await logIn(page, buyer)
  const releaseSecret = await holdRequests(page, '**/trpc/*payments.createIntent*')
  const releaseLibrary = await holdRequests(page, '**/v3/')
  await page.goto(`/dashboard/payment/${orderId}`)
  await expect(payButton(page)).toBeDisabled()
  releaseLibrary()
  await expect(page.locator('.StripeElement iframe')).toBeVisible()
  await expect(payButton(page)).toBeDisabled()
  releaseSecret()
  await expect(payButton(page)).toBeEnabled()
})
