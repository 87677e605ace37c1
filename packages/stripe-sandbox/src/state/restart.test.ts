import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import { runCli } from '@second-ring/server-process/testing/run-cli'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import { expect, test } from 'vitest'
import { ManualClock } from '../testing/manual-clock.ts'
import { connect, enterCard, PUBLISHABLE_KEY, SECRET_KEY, startSandbox } from '../testing/start-sandbox.ts'

const PAID = {
  amount: 5000,
  currency: 'usd',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}
const CLI = new URL('../cli.ts', import.meta.url)

const dataFileIn = async () => `${await temporaryFolder()}/deeper/card-payments.jsonl`

test('a killed process loses nothing that it answered', async () => {
  const env = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE_KEY, DATA_FILE: await dataFileIn() }
  const first = await runCli(CLI, env)
  expect(first.ready).toMatchObject({ ready: true, scriptUrl: `${first.ready.url}/v3/` })
  const stripe = connect(String(first.ready.url))
  const paid = await stripe.paymentIntents.create(PAID, { idempotencyKey: 'k' })
  const refund = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 })
  await first.end('SIGKILL')

  const second = await runCli(CLI, env)
  const after = connect(String(second.ready.url))
  expect(await after.paymentIntents.retrieve(paid.id)).toEqual(paid)
  expect(await after.refunds.retrieve(refund.id)).toEqual(refund)
  expect((await after.charges.retrieve(String(paid.latest_charge))).amount_refunded).toBe(100)
  expect((await after.paymentIntents.create(PAID, { idempotencyKey: 'k' })).id).toBe(paid.id)
  expect(await second.end('SIGTERM')).toBe(0)
})

test('a line that was not finished is dropped, and what comes after it is kept', async () => {
  const dataFile = await dataFileIn()
  const first = await startSandbox({ dataFile })
  const one = await first.stripe.paymentIntents.create(PAID)
  await first.stop()
  await appendFile(dataFile, '[["intents",{"id":"pi_half","amount":')

  const second = await startSandbox({ dataFile })
  const two = await second.stripe.paymentIntents.create(PAID)
  await second.stop()

  const third = await startSandbox({ dataFile })
  expect((await third.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([two.id, one.id])
})

test('a damaged file is named, not half read', async () => {
  const dataFile = await dataFileIn()
  const first = await startSandbox({ dataFile })
  await first.stripe.paymentIntents.create(PAID)
  await first.stop()
  await writeFile(dataFile, `{{{\n${await readFile(dataFile, 'utf8')}`)
  await expect(startSandbox({ dataFile })).rejects.toThrow(`${dataFile}, line 1`)
})

test('no card number and no security code is written down, and only the owner may read the file', async () => {
  const dataFile = await dataFileIn()
  const sandbox = await startSandbox({ dataFile })
  await enterCard(sandbox, '4242424242424242', { cvc: '987' })
  await enterCard(sandbox, '4539578763621486', { cvc: '987' })
  const text = await readFile(dataFile, 'utf8')
  expect(text).toContain('"last4":"4242"')
  for (const secret of ['4242424242424242', '4539578763621486', '"987"']) expect(text).not.toContain(secret)
  expect((await stat(dataFile)).mode & 0o777).toBe(0o600)
})

test('the file does not grow for ever', async () => {
  const dataFile = await dataFileIn()
  const clock = new ManualClock()
  const first = await startSandbox({ dataFile, clock })
  const { id } = await first.stripe.paymentIntents.create({ amount: 5000, currency: 'usd' })
  for (let round = 0; round < 700; round += 1) await first.stripe.paymentIntents.update(id, { description: `${round}` })
  await first.stop()
  const before = (await stat(dataFile)).size
  clock.advance(25 * 60 * 60 * 1000)
  const second = await startSandbox({ dataFile, clock })
  expect((await stat(dataFile)).size).toBeLessThan(before / 100)
  expect((await second.stripe.paymentIntents.retrieve(id)).description).toBe('699')
  await second.stop()
  const third = await startSandbox({ dataFile, clock })
  expect((await third.stripe.paymentIntents.retrieve(id)).description).toBe('699')
})

test('a taken port is told, and the data of who holds it is left alone', async () => {
  const dataFile = await dataFileIn()
  const first = await startSandbox({ dataFile })
  await first.stripe.paymentIntents.create(PAID)
  const before = await readFile(dataFile, 'utf8')
  await expect(startSandbox({ dataFile, port: Number(new URL(first.url).port) })).rejects.toThrow('EADDRINUSE')
  expect(await readFile(dataFile, 'utf8')).toBe(before)
})
