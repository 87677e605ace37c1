import { expectPaid, payButton, readyElement } from '../src/card.ts'
import { pressUntilFocused } from '../src/keyboard.ts'
import { cardOf } from '../src/phones.ts'
import { expect, test } from '../src/test.ts'
import { logIn, newUser } from '../src/users.ts'

test('a buyer books a phone on Home and pays for it by keyboard alone', { tag: '@firefox' }, async ({
  page,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const phone = await market.post(seller)
  await market.advertise(seller, phone)
  await logIn(page, await market.join(newUser('Buyer', 'Kay Keys')))
  const { keyboard } = page

  const card = cardOf(page, phone.productName)
  await expect(card).toBeVisible()
  await pressUntilFocused(page, 'Tab', card.getByRole('button', { name: /^Booking/ }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await pressUntilFocused(page, 'Tab', dialog.getByLabel('Phone'))
  await keyboard.type('+1 555 010 0199')
  await keyboard.press('Tab')
  await expect(dialog.getByLabel('Meeting location')).toBeFocused()
  await keyboard.type('Central Library')
  await keyboard.press('Enter')
  await expect(page.getByText('The Item Is Booked!')).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await pressUntilFocused(page, 'Shift+Tab', page.getByRole('link', { name: 'Dashboard' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome To Dashboard' })).toBeFocused()
  await pressUntilFocused(page, 'Shift+Tab', page.getByRole('link', { name: 'My orders', exact: true }))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'My orders' })).toBeFocused()
  await pressUntilFocused(page, 'Tab', page.getByRole('link', { name: `Pay for ${phone.productName}` }))
  await keyboard.press('Enter')

  const element = await readyElement(page)
  await pressUntilFocused(page, 'Tab', element.getByLabel('Card number'))
  await keyboard.type('4242424242424242')
  await expect(element.getByLabel(/expir/i)).toBeFocused()
  await keyboard.type('1234')
  await expect(element.getByLabel(/CVC|security code/i)).toBeFocused()
  await keyboard.type('123')
  await expect(element.getByLabel(/ZIP|postal/i)).toBeFocused()
  await keyboard.type('97201')
  await pressUntilFocused(page, 'Tab', payButton(page))
  await keyboard.press('Enter')
  await expectPaid(page)

  await pressUntilFocused(page, 'Tab', page.getByRole('main').getByRole('link', { name: 'See my orders' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: phone.productName })).toContainText('Paid')
})
