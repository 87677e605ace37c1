import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { controlsOf, EXPRESS, LINK, newSeller } from '../testing/new-account.ts'
import { type Sandbox, startSandbox } from '../testing/start-sandbox.ts'

const open = (url: string) => fetch(url, { redirect: 'manual' })
const targetOf = (response: Response) => response.headers.get('location') ?? ''

/** Opens a link: the address of the page that it leads to. */
async function follow(sandbox: Sandbox, url: string): Promise<string> {
  const response = await open(url)
  expect(response.status).toBe(303)
  return new URL(targetOf(response), sandbox.url).href
}

const send = (page: string, form: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

async function newLink(sandbox: Sandbox) {
  const { id } = await sandbox.stripe.accounts.create(EXPRESS)
  const link = await sandbox.stripe.accountLinks.create({ account: id, ...LINK })
  return { id, link }
}

test('a holder finishes the onboarding, and is sent back', async () => {
  const sandbox = await startSandbox()
  const { id, link } = await newLink(sandbox)
  expect(link.expires_at - link.created).toBe(300)
  const page = await follow(sandbox, link.url)
  const shown = await fetch(page)
  expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://shop.test;")
  const html = await shown.text()
  expect(html).toContain('<label for="account_number">Account number</label>')
  expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
  const done = await send(page, {
    act: 'finish',
    name: 'Jenny Rosen',
    routing_number: '110000000',
    account_number: '0001 2345 6789',
  })
  expect([done.status, targetOf(done)]).toEqual([303, 'http://shop.test/return'])
  expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({ details_submitted: true, payouts_enabled: true })
})

test('a holder who leaves it unfinished is sent back too', async () => {
  const sandbox = await startSandbox()
  const { id, link } = await newLink(sandbox)
  const left = await send(await follow(sandbox, link.url), { act: 'leave', name: 'Jenny Rosen' })
  expect(targetOf(left)).toBe('http://shop.test/return')
  const account = await sandbox.stripe.accounts.retrieve(id)
  expect(account.details_submitted).toBe(false)
  expect(account.requirements?.currently_due).not.toContain('individual.first_name')
})

test.each([
  ['name', { name: '' }, 'Enter your full name.'],
  ['routing_number', { routing_number: '1' }, 'Enter a routing number of nine digits.'],
  ['account_number', { account_number: '123' }, 'Enter one of the test numbers below.'],
  ['account_number', { account_number: '' }, 'Enter one of the test numbers below.'],
])('a %s that is not taken is named beside its field, and what was entered stays', async (field, wrong, message) => {
  const sandbox = await startSandbox()
  const { id, link } = await newLink(sandbox)
  const page = await follow(sandbox, link.url)
  const right = { act: 'finish', name: 'Jenny "J" <b>', routing_number: '110000000', account_number: '000123456789' }
  const response = await send(page, { ...right, ...wrong })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toContain(`<p class="error" id="${field}-error">${message}</p>`)
  expect(html).toMatch(new RegExp(`<input id="${field}"[^>]*aria-invalid="true"`))
  if (field !== 'name') expect(html).toContain('value="Jenny &quot;J&quot; &lt;b&gt;"')
  expect((await sandbox.stripe.accounts.retrieve(id)).details_submitted).toBe(false)
})

test('a link opens once and for minutes; after that it leads to the refresh page', async () => {
  const clock = new ManualClock()
  const sandbox = await startSandbox({ clock })
  const { link } = await newLink(sandbox)
  await fetch(link.url, { method: 'HEAD' })
  const page = await follow(sandbox, link.url)
  expect(targetOf(await open(link.url))).toBe('http://shop.test/refresh')
  expect((await fetch(page)).status).toBe(200)
  const { link: late } = await newLink(sandbox)
  clock.advance(300_000)
  expect(targetOf(await open(late.url))).toBe('http://shop.test/refresh')
  expect((await open(`${sandbox.url}/connect/links/none`)).status).toBe(410)
  clock.advance(3_600_000)
  expect((await fetch(page)).status).toBe(410)
  expect((await send(page, { act: 'finish' })).status).toBe(410)
})

test('a link names where it leads, and what kind it is', async () => {
  const { stripe } = await startSandbox({ publicUrl: 'http://cards.test:3001' })
  const { id } = await stripe.accounts.create(EXPRESS)
  const create = (changes: object) => stripe.accountLinks.create({ account: id, ...LINK, ...changes })
  expect((await create({})).url).toMatch(/^http:\/\/cards\.test:3001\/connect\/links\/\w{32}$/)
  await expect(create({ return_url: 'shop' })).rejects.toMatchObject({ code: 'url_invalid', param: 'return_url' })
  await expect(create({ return_url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'url_invalid' })
  await expect(create({ refresh_url: undefined })).rejects.toMatchObject({ code: 'parameter_missing' })
  await expect(create({ type: 'account_update' })).rejects.toThrow('Valid types for this account are')
})

test('a login link shows the holder their account, and lets them change the bank account', async () => {
  const sandbox = await startSandbox()
  const { stripe } = sandbox
  const fresh = await stripe.accounts.create(EXPRESS)
  await expect(stripe.accounts.createLoginLink(fresh.id)).rejects.toThrow('has not completed onboarding')
  const id = await newSeller(sandbox)
  const { url } = await stripe.accounts.createLoginLink(id)
  const page = await follow(sandbox, url)
  expect((await open(url)).status).toBe(410)
  expect(await (await fetch(page)).text()).toContain('ends in 6789')
  const wrong = await send(page, { routing_number: '110000000', account_number: '1' })
  expect([wrong.status, (await wrong.text()).includes('account_number-error')]).toEqual([400, true])
  const changed = await send(page, { routing_number: '110000000', account_number: '000111111113' })
  expect(await changed.text()).toContain('Your bank account was changed.')
  const { external_accounts: banks } = await stripe.accounts.retrieve(id)
  expect(banks?.data.map(bank => bank.object === 'bank_account' && bank.last4)).toEqual(['1113'])
})

test('what was asked for later is shown, and given by finishing again', async () => {
  const sandbox = await startSandbox()
  const id = await newSeller(sandbox)
  await controlsOf(sandbox).requireOfAccount(id, { pastDue: true })
  const { url } = await sandbox.stripe.accountLinks.create({ account: id, ...LINK })
  const page = await follow(sandbox, url)
  const html = await (await fetch(page)).text()
  expect(html).toContain('individual.verification.document')
  expect(html).toContain('value="Jenny Rosen"')
  await send(page, { act: 'finish', name: 'Jenny Rosen', routing_number: '110000000', account_number: '' })
  expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({
    payouts_enabled: true,
    external_accounts: { data: [{ last4: '6789' }] },
  })
})
