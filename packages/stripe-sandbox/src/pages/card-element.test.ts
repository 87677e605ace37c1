import { type Browser, chromium, type FrameLocator, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumPath } from '../testing/env.ts'
import { openShop } from '../testing/shop-page.ts'
import { PUBLISHABLE_KEY, startSandbox } from '../testing/start-sandbox.ts'

type Told = [event: string, payload: Record<string, unknown>]
type Result = { paymentIntent?: { status: string }; error?: { type: string; code: string; message: string } }
type Card = { update(options: object): void; focus(): void; blur(): void; clear(): void; unmount(): void }
declare const shop: {
  stripe: { confirmCardPayment(secret: string, data: object): Promise<Result>; [method: string]: unknown }
  elements: { getElement(type: unknown): unknown; create(type: string): unknown }
  card: Card
  submits: number
}
declare const told: Told[]
// What the callbacks that run in the page use of it; this file's own world is Node's.
declare const document: { activeElement: { tagName: string; textContent: string } | null; hasFocus(): boolean }
declare function getComputedStyle(element: unknown, pseudo?: string): { color: string }

const OFFLINE = ['--disable-quic', '--disable-background-networking', '--disable-component-update', '--no-first-run']
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-sync', ...OFFLINE],
  })
})
afterAll(() => browser?.close())

async function openPage(query = '') {
  const sandbox = await startSandbox()
  const shopPage = await openShop(sandbox, PUBLISHABLE_KEY)
  onTestFinished(() => shopPage.close())
  const intent = await sandbox.stripe.paymentIntents.create({ amount: 24999, currency: 'usd' })
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('402'))
      complaints.push(message.text())
  })
  await page.goto(shopPage.url + query)
  const frame = page.frameLocator('iframe[title="Secure card payment input frame"]')
  await frame.getByLabel('Credit or debit card number').waitFor()
  const secret = String(intent.client_secret)
  const retrieve = () => sandbox.stripe.paymentIntents.retrieve(intent.id)
  return { sandbox, page, frame, secret, complaints, retrieve }
}

async function typeCard(page: Page, frame: FrameLocator, digits: string): Promise<void> {
  await frame.getByLabel('Credit or debit card number').focus()
  await page.keyboard.type(digits)
}

const pay = (page: Page, secret: string): Promise<Result> =>
  page.evaluate(
    clientSecret =>
      shop.stripe.confirmCardPayment(clientSecret, {
        payment_method: { card: shop.card, billing_details: { name: 'Bo Buyer', address: { city: 'Springfield' } } },
      }),
    secret,
  )

test('a card is typed in one go and pays; nothing of it passes the shop', async () => {
  const { sandbox, page, frame, secret, complaints, retrieve } = await openPage()
  const carriers: string[] = []
  page.on('request', request => {
    if (/4242\D*4242|cvc/.test(decodeURIComponent(request.url() + (request.postData() ?? ''))))
      carriers.push(request.url())
  })
  await typeCard(page, frame, '42424242424242421234123')
  expect(await frame.locator('[name=cardnumber]').inputValue()).toBe('4242 4242 4242 4242')
  expect(await frame.locator('[name=exp-date]').inputValue()).toBe('12 / 34')
  expect(await frame.locator('[name=cvc]').inputValue()).toBe('123')
  await page.keyboard.type('94110')
  await expect
    .poll(async () => (await page.locator('#card').getAttribute('class'))?.split(' ').sort())
    .toEqual(['StripeElement', 'StripeElement--complete', 'StripeElement--focus'])
  expect((await pay(page, secret)).paymentIntent?.status).toBe('succeeded')
  const paid = await retrieve()
  expect(paid.status).toBe('succeeded')
  const method = await sandbox.stripe.paymentMethods.retrieve(String(paid.payment_method))
  expect(method.billing_details).toMatchObject({
    name: 'Bo Buyer',
    address: { city: 'Springfield', postal_code: '94110' },
  })
  expect(carriers).toEqual([`${sandbox.url}/v1/payment_methods`])
  const events = await page.evaluate(() => told)
  expect(events.map(([event]) => event).slice(0, 3)).toEqual(['ready', 'focus', 'change'])
  expect(events.findLast(([event]) => event === 'change')?.[1]).toEqual({
    elementType: 'card',
    empty: false,
    complete: true,
    error: undefined,
    brand: 'visa',
    value: { postalCode: '94110' },
  })
  expect(complaints).toEqual([])
})

test('a declined card is told, and another one pays', async () => {
  const { page, frame, secret } = await openPage('?noPostalCode')
  await typeCard(page, frame, '40000000000099951234123')
  expect((await pay(page, secret)).error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  })
  await page.evaluate(() => shop.card.clear())
  expect(await frame.locator('[name=cardnumber]').inputValue()).toBe('')
  await typeCard(page, frame, '37828224631000512341234')
  expect(await frame.locator('[name=cardnumber]').inputValue()).toBe('3782 822463 10005')
  expect((await pay(page, secret)).paymentIntent?.status).toBe('succeeded')
})

test('a challenge is failed, then passed; Escape does not make it go away', async () => {
  const { page, frame, secret, retrieve, complaints } = await openPage('?noPostalCode')
  const challenge = page.frameLocator('dialog iframe[title="Card authentication"]')
  await typeCard(page, frame, '40000027600031841234123')
  const failing = pay(page, secret)
  await challenge.getByText('$249.99').waitFor()
  await expect.poll(() => page.locator('dialog').evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      return challenge.getByText('Choose “Fail authentication”').count()
    })
    .toBe(1)
  expect((await retrieve()).status).toBe('requires_action')
  await challenge.getByRole('button', { name: 'Fail authentication' }).click()
  expect((await failing).error).toMatchObject({
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
  expect(await page.locator('dialog').count()).toBe(0)

  const passing = pay(page, secret)
  await challenge.getByText('$249.99').waitFor()
  await challenge.getByRole('button', { name: 'Complete authentication' }).focus()
  await page.keyboard.press('Enter')
  expect((await passing).paymentIntent?.status).toBe('succeeded')
  expect(complaints).toEqual([])
})

test('what is missing or wrong is told in Stripe’s words, to screen readers too', async () => {
  const { page, frame, secret } = await openPage()
  const number = frame.locator('[name=cardnumber]')
  expect((await pay(page, secret)).error).toEqual({
    type: 'validation_error',
    code: 'incomplete_number',
    message: 'Your card number is incomplete.',
  })
  expect(await number.getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator('#card').getAttribute('class')).toContain('StripeElement--invalid')
  await typeCard(page, frame, '4')
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('false')
  await page.keyboard.type('242424242424241')
  expect((await pay(page, secret)).error?.code).toBe('invalid_number')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('21220')
  expect((await pay(page, secret)).error?.code).toBe('invalid_expiry_year_past')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('34')
  expect((await pay(page, secret)).error?.code).toBe('incomplete_cvc')
  await page.keyboard.type('1239411')
  expect((await pay(page, secret)).error?.code).toBe('incomplete_zip')
  expect(await frame.locator('#problem').textContent()).toBe('Your postal code is incomplete.')
  await page.keyboard.type('0')
  expect((await pay(page, secret)).paymentIntent?.status).toBe('succeeded')
})

test('the element follows its options, commands and keys', async () => {
  const { page, frame } = await openPage()
  const number = frame.locator('[name=cardnumber]')
  const isFocused = () => number.evaluate(input => Object.is(document.activeElement, input) && document.hasFocus())
  expect(await page.locator('iframe').count()).toBe(1)
  expect(await page.evaluate(() => shop.elements.getElement({ __elementType: 'card' }) === shop.card)).toBe(true)
  await page.evaluate(() =>
    shop.card.update({ style: { base: { color: 'rgb(1, 2, 3)', '::placeholder': { color: 'rgb(4, 5, 6)' } } } }),
  )
  await expect.poll(() => number.evaluate(input => getComputedStyle(input).color)).toBe('rgb(1, 2, 3)')
  expect(await number.evaluate(input => getComputedStyle(input, '::placeholder').color)).toBe('rgb(4, 5, 6)')
  await page.evaluate(() => shop.card.update({ disabled: true, hidePostalCode: true }))
  await expect.poll(() => number.isDisabled()).toBe(true)
  expect(await frame.locator('[name=postal]').isVisible()).toBe(false)
  await page.evaluate(() => shop.card.update({ disabled: false }))
  await expect.poll(() => number.isDisabled()).toBe(false)

  await page.getByText('Card').click()
  await expect.poll(isFocused).toBe(true)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => shop.submits)).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Pay')
  await expect
    .poll(() => page.evaluate(() => told.map(([event]) => event)))
    .toEqual(['ready', 'focus', 'escape', 'blur'])
  expect(await page.locator('#card').getAttribute('class')).toBe('StripeElement StripeElement--empty')
  await page.evaluate(() => shop.card.unmount())
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.locator('#card').getAttribute('class')).toBe('')
})
