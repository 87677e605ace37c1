import { randomUUID } from 'node:crypto'
import { expectAccessible } from '../src/accessibility.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, logIn, newUser, sendLogin } from '../src/users.ts'

test('a visitor signs in to report a post, an admin removes it, and all who have to do with it learn of it', async ({
  page,
  openPage,
  market,
}) => {
  const seller = await market.join(newUser('Seller', 'Rita Roe'))
  const reporter = await market.join(newUser('Buyer', 'Nils Near'))
  const productName = `Draco ${randomUUID().slice(0, 8)}`
  const phone = await market.post(seller, { productName })

  await page.goto(`/listings/${phone.listingId}`)
  await page.getByRole('link', { name: 'Report this post' }).click()
  await sendLogin(page, reporter)
  const form = page.getByRole('dialog', { name: 'Report this post' })
  await form.getByRole('radio', { name: 'Stolen' }).check()
  await form.getByRole('textbox').fill('The serial number is mine.')
  // A toast that goes meanwhile has any contrast.
  await expect(page.getByText('User Logged in')).toHaveCount(0)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Send the report' }).click()
  await expect(form.getByText('Thank you. The report is with the admins.')).toBeFocused()
  await form.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Report this post' }).click()
  await form.getByRole('radio', { name: 'Stolen' }).check()
  await form.getByRole('button', { name: 'Send the report' }).click()
  await expect(form.getByText(/^You have reported this post already/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toHaveCount(0)

  const adminPage = await openPage()
  await logIn(adminPage, demoUsers.admin)
  await adminPage.goto('/dashboard')
  await adminPage
    .getByRole('navigation', { name: 'Dashboard' })
    .getByRole('link', { name: /^Reports ?: \d+ open$/ })
    .click()
  await expect(adminPage).toHaveTitle('Reports | Second Ring')
  const row = adminPage.getByRole('listitem').filter({ has: adminPage.getByRole('link', { name: productName }) })
  await expect(row).toContainText('1 person reports it')
  await row.getByText('What they say (1)').click()
  await expect(row).toContainText('The serial number is mine.')
  await expectAccessible(adminPage)
  await row.getByRole('button', { name: 'Remove this post' }).click()
  const removal = adminPage.getByRole('dialog')
  await expect(removal).toContainText('Its open report is closed, and the reporter is told.')
  await removal.getByLabel('Reason').fill('It was stolen.')
  await expectAccessible(adminPage)
  await removal.getByRole('button', { name: 'Remove the post' }).click()
  await expect(adminPage.getByText('The post is removed')).toBeVisible()
  await expect(row).toHaveCount(0)

  // The page that is open follows; opened again, it leads to others like it.
  await expect(page.getByText('No longer for sale', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This phone is no longer offered' })).toBeVisible()
  await page.getByRole('button', { name: /^Notices/ }).click()
  await expect(page.getByText(`We have looked at ${productName}, which you reported.`)).toBeVisible()

  const sellerPage = await openPage()
  await logIn(sellerPage, seller)
  await sellerPage.getByRole('button', { name: /^Notices/ }).click()
  const told = `An admin has removed your post of ${productName}. The admin wrote: “It was stolen.”`
  await expect(sellerPage.getByText(told)).toBeVisible()
})
