import { OLD_CLIENT_PORT } from '../src/env.ts'
import { serveOldClient } from '../src/old-client/serve-old-client.ts'
import { newPerson } from '../src/people.ts'
import { expect, test } from '../src/test.ts'

test('a buyer books on an old client’s page of another origin, once that origin is listed', async ({
  page,
  request,
  market,
  baseURL,
}) => {
  const product = baseURL ?? ''
  const config = await (await request.get('/config.json')).text()
  const listed = await serveOldClient(OLD_CLIENT_PORT, config)
  const unlisted = await serveOldClient(0, config)
  try {
    const preflight = await request.fetch('/orders', {
      method: 'OPTIONS',
      headers: { origin: listed.origin, 'access-control-request-method': 'POST' },
    })
    const allowed = preflight.headers()['access-control-allow-origin']
    expect(allowed, `start the product with CORS_ORIGINS=${listed.origin}`).toBe(listed.origin)
    const seller = await market.join(newPerson('Seller', 'Sana Seller'))
    const phone = await market.post(seller)
    await market.advertise(seller, phone)
    const offer = `${phone.productName} by Sana Seller: $249.99`

    await page.goto(`${unlisted.origin}/?product=${product}`)
    await expect(page.getByRole('status')).toHaveText('Network Error')
    await expect(page.getByText(offer)).toHaveCount(0)

    await page.goto(`${listed.origin}/?product=${product}`)
    const item = page.getByRole('listitem').filter({ hasText: offer })
    await expect(item).toHaveCount(1)
    await expect
      .poll(() => item.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await item.getByRole('button', { name: 'Booking' }).click()
    await expect(page.getByRole('status')).toHaveText('Send a valid access token as a bearer.')

    const { name, email, password } = newPerson('Buyer', 'Olga Old')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'signup' }).click()
    await expect(page.getByRole('status')).toHaveText('User Created Successfully')
    await item.getByRole('button', { name: 'Booking' }).click()
    await expect(page.getByRole('status')).toHaveText('The Item Is Booked!')
    await expect(page.getByText(`${phone.productName}: $249.99, not paid`)).toBeVisible()
    await item.getByRole('button', { name: 'Booking' }).click()
    await expect(page.getByRole('status')).toHaveText('This product is already booked')
  } finally {
    await Promise.all([listed.close(), unlisted.close()])
  }
})
