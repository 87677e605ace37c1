import { cardOf, newPhone, postPhone } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser } from '../src/users.ts'

test('a seller finds their pages in the side menu and is told of every field that a post lacks', async ({
  page,
  market,
}) => {
  await logIn(page, await market.join(newUser('Seller', 'Pia Poster')))
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const specified = ['My orders', 'My favorites', 'Add a product', 'My products']
  await expect(menu.getByRole('link')).toHaveText([...specified, 'Earnings', 'Saved searches', 'My account'])
  await menu.getByRole('link', { name: 'My products' }).click()
  await expect(page).toHaveTitle('My products | Second Ring')
  await expect(page.getByText('You have no posts now')).toBeVisible()
  await menu.getByRole('link', { name: 'Add a product' }).click()
  await expect(page).toHaveURL('/dashboard/AddProduct')
  await expect(page).toHaveTitle('Add a product | Second Ring')

  const errors = page.getByRole('alert')
  await page.getByLabel('Your name').fill('')
  await page.getByRole('button', { name: 'Add product' }).click()
  for (const message of [
    'Model name is required',
    'A picture is required',
    'Your name is required',
    'Choose a category',
    'Years used is required',
    'Location is required',
    'Description is required',
  ]) {
    await expect(errors.getByText(message, { exact: true })).toBeVisible()
  }
  await expect(errors.getByText('Enter a price, such as 249.99')).toHaveCount(2)
  await page.getByLabel('Original price').fill('599')
  await expect(errors.getByText('Enter a price, such as 249.99')).toHaveCount(1)
  await page.getByLabel('Resale price').fill('a lot')
  await expect(errors.getByText('Enter a price in dollars, such as 249.99')).toBeVisible()
  await page.getByLabel('Years used').fill('two')
  await expect(errors.getByText('Enter whole years, from 0 to 50')).toBeVisible()
  await expect(page.getByLabel('Condition').getByRole('option')).toHaveText(['excellent', 'good', 'fair'])
  await expect(page).toHaveURL('/dashboard/AddProduct')
})

test('a seller posts a phone in a category, advertises it on Home, stops, changes it and deletes it', async ({
  page,
  market,
}) => {
  const phone = newPhone()
  const { productName } = phone
  await logIn(page, await market.join(newUser('Seller', 'Edda Editor')))
  await postPhone(page, phone)
  const row = page.getByRole('listitem').filter({ hasText: productName })
  await expect(row.getByText('Available')).toBeVisible()

  await row.getByRole('button', { name: /^Advertise/ }).click()
  await expect(page.getByText(`${productName}advertised successfully`)).toBeVisible()
  await expect(row.getByText('Advertised', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Home' }).click()
  const card = cardOf(page, productName)
  await expect(card).toContainText('$249.99')
  await expect(card).toContainText('Bought 2022-02-3')
  await page.goto('/dashboard/MyProducts')
  await row.getByRole('button', { name: /^Stop advertising/ }).click()
  await expect(row.getByRole('button', { name: /^Advertise/ })).toBeVisible()

  await row.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/price/i).fill('99.50')
  await dialog.getByLabel('Description').fill('The battery is at 90 % now.')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`${productName} updated successfully`)).toBeVisible()
  await expect(row).toContainText('$99.50')

  const deleteButton = row.getByRole('button', { name: /^Delete/ })
  await deleteButton.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(productName)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await deleteButton.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText(`Sell post for ${productName} removed successfully`)).toBeVisible()
  await expect(page.getByText('You have no posts now')).toBeVisible()
})

test('a seller sees who booked a phone and where to meet, and cannot advertise it any more', async ({
  page,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Selma Seller'))
  const phone = await market.post(seller)
  // Without the live events, which would take the button away before it is pressed.
  await page.route(/\/live\?/, route => route.abort())
  await logIn(page, seller)
  await page.goto('/dashboard/MyProducts')
  const row = page.getByRole('listitem').filter({ hasText: phone.productName })
  const advertise = row.getByRole('button', { name: /^Advertise/ })
  await expect(advertise).toBeVisible()
  await market.book(await market.join(newUser('Buyer', 'Bob Booker')), phone)
  // Booked since the page was loaded: the server says so.
  await advertise.click()
  await expect(page.getByText('This product is booked or sold')).toBeVisible()
  await expect(row.getByText('Booked', { exact: true })).toBeVisible()
  for (const fact of ['Bob Booker', '+1 555 010 0199', 'Central Library', 'Not paid yet']) {
    await expect(row).toContainText(fact)
  }
  await expect(row.getByRole('button')).toHaveCount(0)
})
