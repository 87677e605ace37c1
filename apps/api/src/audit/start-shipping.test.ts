import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createHeadFile } from '#adapters/audit-heads/head-file.ts'
import { createHeadLog } from '#adapters/audit-heads/head-log.ts'
import type { AuditHead, HeadPlace } from '#platform/audit-heads.ts'
import { linkEntries } from './link-entries.ts'
import { startShipping } from './start-shipping.ts'

let market: Market
let folder: string
beforeEach(async () => {
  market = await createMarket({ webhooks: false })
  folder = await mkdtemp(join(tmpdir(), 'second-ring-shipping-'))
})
afterEach(async () => {
  await market.close()
  await rm(folder, { recursive: true })
})

const fileOf = (name: string) => join(folder, name)
const numbersIn = async (file: string) => (await createHeadFile(file).read()).map(({ number }) => number)

/** A minute in which something happens, in whose job the first of all processes writes a head, and ships it to its places. */
async function minute(places: readonly HeadPlace[] = []): Promise<void> {
  const admin = await market.asAdmin()
  await admin.accounts.verifySeller({ userId: (await market.user({ role: 'SELLER' })).id })
  await linkEntries({ ...market.platform, audit: { ...market.platform.audit, places } })
}

/** Another process, which never wins the job. */
function process(places: readonly HeadPlace[], onError: (error: unknown) => void = () => undefined) {
  const shipping = startShipping(market.database, { places, onError, roundMs: 1 })
  onTestFinished(() => shipping.stop())
  return shipping
}

it('each process writes each head to its own places, also those that others wrote', async () => {
  const [first, second] = [createHeadFile(fileOf('first')), createHeadFile(fileOf('second'))]
  const logged: AuditHead[] = []
  process([second, createHeadLog(head => logged.push(head))])
  for (let passed = 0; passed < 3; passed += 1) {
    await minute([first])
    await vi.waitFor(async () => expect(await numbersIn(fileOf('second'))).toHaveLength(passed + 1))
  }
  expect(await second.read()).toEqual(await first.read())
  await vi.waitFor(() => expect(logged.map(({ number }) => number)).toEqual([1, 2, 3]))
})

it('a process that was down writes what it has missed, in its order and once', async () => {
  const second = createHeadFile(fileOf('second'))
  await minute([second])
  for (let missed = 0; missed < 3; missed += 1) await minute()
  const { stop } = process([second])
  await vi.waitFor(async () => expect(await numbersIn(fileOf('second'))).toEqual([1, 2, 3, 4]))
  await stop()
  await minute([second])
  // The job and the process's own round at once.
  await Promise.all([minute([second]), process([second]).stop()])
  expect(await numbersIn(fileOf('second'))).toEqual([1, 2, 3, 4, 5, 6])
})

it('a place that cannot be written is reported, and gets all of it later; one that all share is left to the job', async () => {
  await writeFile(fileOf('blocked'), '')
  const path = join(fileOf('blocked'), 'heads.jsonl')
  const errors: unknown[] = []
  const shared: HeadPlace = { name: 'the bucket', isShared: true, newest: vi.fn(), append: vi.fn() }
  await minute()
  process([createHeadFile(path), shared], error => errors.push(error))
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1))
  await rm(fileOf('blocked'))
  await import('node:fs/promises').then(({ mkdir }) => mkdir(fileOf('blocked')))
  await vi.waitFor(async () => expect(await numbersIn(path)).toEqual([1]))
  expect(shared.newest).not.toHaveBeenCalled()
})
