import { holdRequests } from '../src/calls.ts'
import { BASE_URL } from '../src/env.ts'
import type { Market, PostedPhone } from '../src/market.ts'
import { newPhone } from '../src/phones.ts'
import { type ClientPage, clientPage, type Mode, originOf } from '../src/specification-client/client-page.ts'
import { chargesOf, endedToken } from '../src/specification-client/operator.ts'
import { serveSpecificationClient } from '../src/specification-client/serve-specification-client.ts'
import { expect, test } from '../src/test.ts'
import { demoUsers, newUser } from '../src/users.ts'

const modes: [string, Mode][] = [
  ['with a provider’s proof', 'strict'],
  ['in a laboratory', 'laboratory'],
]

/** A seller and two phones of theirs that are equal by name, picture and price. */
async function postTwins(market: Market): Promise<[PostedPhone, PostedPhone]> {
  const seller = await market.join(newUser('Seller', 'Sana Seller'))
  const first = await market.post(seller)
  return [first, await market.post(seller, first)]
}

/** Presses Pay, and loses the page after the charge and before its record. */
async function payWithoutRecord(client: ClientPage): Promise<void> {
  const release = await holdRequests(client.page, '**/payments')
  await client.pay.click()
  await expect(client.toast('Congratulation your payment completed')).toBeVisible()
  await client.page.reload()
  release()
  await client.page.unrouteAll({ behavior: 'ignoreErrors' })
}

for (const [where, mode] of modes) {
  test.describe(where, () => {
    test('a seller posts two equal phones from another origin, advertises both and deletes one', async ({ page }) => {
      const client = clientPage(page, mode)
      const phone = newPhone()
      await client.signUp(newUser('Seller', 'Sana Seller'))
      await client.post(phone)
      await client.post(phone)
      await expect(client.listed(phone.productName)).toHaveCount(2)
      const picture = client.listed(phone.productName).first().getByRole('img')
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

      const advertised = client.toast(`${phone.productName}advertised successfully`)
      for (const nth of [0, 1]) {
        await client.listed(phone.productName).nth(nth).getByRole('button', { name: 'Advertise' }).click()
        await expect(advertised).toHaveCount(nth + 1)
      }
      await client.open('/')
      await expect(client.listed(phone.productName)).toHaveCount(2)

      await client.open('/dashboard/MyProducts')
      await client.listed(phone.productName).first().getByRole('button', { name: 'Delete' }).click()
      await expect(client.toast(`Sell post for ${phone.productName} removed successfully`)).toBeVisible()
      await expect(client.listed(phone.productName)).toHaveCount(1)
      await client.open('/')
      await expect(client.listed(phone.productName)).toHaveCount(1)
    })

    for (const [which, paidFirst] of [
      ['older', 0],
      ['newer', 1],
    ] as const) {
      test(`a buyer of two equal phones pays the ${which} order first, and each payment is the order’s on the screen`, async ({
        page,
        request,
        market,
      }) => {
        const twins = await postTwins(market)
        const client = clientPage(page, mode)
        await client.signUp(newUser('Buyer', 'Tara Twice'))
        const orders = await client.bookAll(twins)
        const [first, second] = [orders[paidFirst] ?? '', orders[1 - paidFirst] ?? '']
        await client.payFor(first)
        await client.expectPaid(first)
        await client.expectUnpaid(second)
        await client.payFor(second)
        await client.expectPaid(second)
        const charges = await chargesOf(request, await client.token())
        expect(charges.map(({ amount }) => amount)).toEqual([24_999, 24_999])
      })
    }

    test('a buyer who booked the last of two equal phones books no third, and another buyer none', async ({
      page,
      openPage,
      market,
    }) => {
      const [phone] = await postTwins(market)
      const other = clientPage(await openPage(), mode)
      await other.signUp(newUser('Buyer', 'Lars Late'))
      await other.open(`/singleCategories/${phone.categoryId}`)
      await expect(other.listed(phone.productName)).toHaveCount(2)

      const client = clientPage(page, mode)
      await client.signUp(newUser('Buyer', 'Tara Twice'))
      await client.open(`/singleCategories/${phone.categoryId}`)
      const [offer, twin] = [client.listed(phone.productName).first(), client.listed(phone.productName).last()]
      await client.book(offer)
      await client.book(twin)
      await client.book(offer, 'This product is already booked')
      await other.book(other.listed(phone.productName).first(), 'This product is already booked')
      await client.open('/dashboard/myOrders')
      await expect(client.listed(phone.productName)).toHaveCount(2)
      await other.open('/dashboard/myOrders')
      await expect(other.listed(phone.productName)).toHaveCount(0)
    })

    test('a buyer who leaves the payment page, comes back and reloads it pays once', async ({
      page,
      request,
      market,
    }) => {
      const [phone] = await postTwins(market)
      const client = clientPage(page, mode)
      await client.signUp(newUser('Buyer', 'Rita Return'))
      const [order = ''] = await client.bookAll([phone])
      await client.openPayment(order)
      await client.open('/')
      await page.goBack()
      await page.reload()
      await client.payFor(order)
      await client.expectPaid(order)
      expect(await chargesOf(request, await client.token())).toHaveLength(1)

      // The page of an order that is paid takes no more money.
      await client.open(`/dashboard/payment/${order}`)
      await expect(page.locator('.StripeElement iframe')).toBeVisible()
      await expect(client.pay).toBeDisabled()
    })

    test('a buyer whose page is lost between the charge and its record finds the order paid', async ({
      page,
      request,
      market,
    }) => {
      const [phone] = await postTwins(market)
      const client = clientPage(page, mode)
      await client.signUp(newUser('Buyer', 'Lena Lost'))
      const [order = ''] = await client.bookAll([phone])
      await client.openPayment(order)
      await payWithoutRecord(client)
      await client.expectPaid(order)
      expect(await chargesOf(request, await client.token())).toHaveLength(1)
    })

    test('a buyer of two equal phones who loses the page after a charge is never charged for a third', async ({
      page,
      request,
      market,
    }) => {
      const twins = await postTwins(market)
      const client = clientPage(page, mode)
      await client.signUp(newUser('Buyer', 'Lena Lost'))
      const [first = '', second = ''] = await client.bookAll(twins)
      await client.openPayment(first)
      await payWithoutRecord(client)
      await client.payFor(first)
      await client.expectPaid(first)
      await client.expectUnpaid(second)
      await client.order(second).getByRole('link', { name: 'Pay' }).click()
      await expect(page.locator('.StripeElement iframe')).toBeVisible()
      await expect(client.pay).toBeDisabled()
      expect(await chargesOf(request, await client.token())).toHaveLength(2)
    })

    test('a buyer whose token ends while they pay logs in again and finds the order paid, once', async ({
      page,
      request,
      market,
    }) => {
      const buyer = newUser('Buyer', 'Tom Token')
      const [phone] = await postTwins(market)
      const client = clientPage(page, mode)
      await client.signUp(buyer)
      const [order = ''] = await client.bookAll([phone])
      await client.openPayment(order)
      const ended = endedToken(await client.token())
      await page.evaluate(token => localStorage.setItem('accessToken', token), ended)
      await client.pay.click()
      await expect(client.toast('Congratulation your payment completed')).toBeVisible()
      await client.open('/dashboard/myOrders')
      await client.logInAgain(buyer)
      await client.expectPaid(order)
      expect(await chargesOf(request, await client.token())).toHaveLength(1)
    })

    test('a buyer whose card is declined is told why, and pays the order with another', async ({
      page,
      request,
      market,
    }) => {
      const [phone] = await postTwins(market)
      const client = clientPage(page, mode)
      await client.signUp(newUser('Buyer', 'Dora Declined'))
      const [order = ''] = await client.bookAll([phone])
      await client.open(`/dashboard/payment/${order}`)
      await client.typeCard('4000000000000002')
      await client.pay.click()
      await expect(page.getByRole('alert')).toHaveText('Your card was declined.')
      await client.payFor(order)
      await client.expectPaid(order)
      expect(await chargesOf(request, await client.token())).toHaveLength(1)
    })

    test('an admin finds everyone, verifies a seller and deletes people; what they leave is not offered for payment', async ({
      page,
      openPage,
      market,
    }) => {
      const seller = await market.join(newUser('Seller', 'Sana Seller'))
      const phone = await market.post(seller)
      const buyer = newUser('Buyer', 'Ben Buyer')
      const buyerClient = clientPage(await openPage(), mode)
      await buyerClient.signUp(buyer)
      const [order = ''] = await buyerClient.bookAll([phone])

      const client = clientPage(page, mode)
      await client.open('/login')
      await client.logIn(demoUsers.admin)
      await client.open('/dashboard/AllSellers')
      await expect(client.listed(demoUsers.seller.email)).toHaveCount(1)
      await client.listed(seller.email).getByRole('button', { name: 'verify' }).click()
      await expect(client.toast('Seller Sana Seller verified successfully')).toBeVisible()
      await expect(client.listed(seller.email)).toContainText('Verified')
      await client.listed(seller.email).getByRole('button', { name: 'Delete' }).click()
      await expect(client.toast('Buyer Sana Seller removed successfully')).toBeVisible()
      await expect(client.listed(seller.email)).toHaveCount(0)

      await buyerClient.open('/dashboard/myOrders')
      await expect(buyerClient.page.getByRole('heading', { name: 'My orders' })).toBeVisible()
      await expect(buyerClient.order(order)).toHaveCount(0)
      await buyerClient.open(`/dashboard/payment/${order}`)
      await expect(buyerClient.page.locator('.StripeElement iframe')).toBeVisible()
      await expect(buyerClient.pay).toBeDisabled()

      await client.open('/dashboard/AllBuyers')
      await expect(client.listed(demoUsers.buyer.email)).toHaveCount(1)
      await client.listed(buyer.email).getByRole('button', { name: 'Delete' }).click()
      await expect(client.toast('Buyer Ben Buyer removed successfully')).toBeVisible()
      await expect(client.listed(buyer.email)).toHaveCount(0)
      await buyerClient.open('/dashboard/myOrders')
      await expect(buyerClient.page.getByText('Request failed with status code 401')).toBeVisible()
    })

    test('a buyer is kept out of what is for sellers and admins, and logged out', async ({ page }) => {
      const client = clientPage(page, mode)
      const buyer = newUser('Buyer', 'Ben Buyer')
      await client.signUp(buyer)
      for (const path of ['/dashboard/AddProduct', '/dashboard/AllSellers']) {
        await client.open(path)
        await expect(page).toHaveURL(`${originOf(mode)}/login`)
        expect(await client.token()).toBe('')
        await client.open('/login')
        await client.logIn(buyer)
      }
    })
  })
}

test('a page of an origin that is not listed reads nothing of the market', async ({ page, allowConsole }) => {
  // So the browser says what it keeps from the page.
  allowConsole(/blocked by CORS policy/)
  const unlisted = await serveSpecificationClient({ product: BASE_URL, port: 0, isStrict: true })
  try {
    await page.goto(`${unlisted.origin}/`)
    await expect(page.getByText('There is no Advertised item to show')).toBeVisible()
    await expect(page.getByRole('listitem')).toHaveCount(0)
    const failed = page.evaluate(product => fetch(`${product}/categories`).then(answer => answer.status), BASE_URL)
    await expect(failed).rejects.toThrow('Failed to fetch')
  } finally {
    await unlisted.close()
  }
})
