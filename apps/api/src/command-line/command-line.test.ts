import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createMarket, type Market } from '@second-ring/testkit'
import { startPictures } from '@second-ring/testkit/pictures'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createHeadFile } from '#adapters/audit-heads/head-file.ts'
import { readHeads } from '#audit/read-heads.ts'

const root = path.join(import.meta.dirname, '../..')

let dir: string
let market: Market
let pictures: Awaited<ReturnType<typeof startPictures>>
beforeAll(async () => {
  // As the image has it: one file, with what lies beside it.
  dir = await mkdtemp(path.join(tmpdir(), 'second-ring-cli-'))
  await promisify(execFile)(process.execPath, ['build.ts', dir], { cwd: root })
  await writeFile(path.join(dir, 'phone.png'), PNG)
  await writeFile(path.join(dir, 'notes.txt'), 'no picture')
  pictures = await startPictures({ key: 'demo', publicUrl: 'http://pictures.test' })
  market = await createMarket({ webhooks: false })
}, 120_000)
afterAll(async () => {
  await market.close()
  await pictures.stop()
  await rm(dir, { recursive: true })
})
beforeEach(async () => {
  await market.database.$executeRaw`TRUNCATE listings, categories, users CASCADE`
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Result {
  code: number
  out: string
  err: string
}

/** Runs the bundled tool with the market's environment. */
function run(words: string[], env: Record<string, string | undefined> = {}): Promise<Result> {
  const places = {
    SANDBOX_IMAGE_HOST_URL: '',
    IMAGE_HOST_URL: `${pictures.url}/1/upload`,
    IMAGE_HOST_BASE_URL: 'http://pictures.test/',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_market',
  }
  const options = { env: { PATH: process.env.PATH, ...market.environment, ...places, ...env }, cwd: dir }
  return new Promise(resolve => {
    execFile(process.execPath, [path.join(dir, 'cli.js'), ...words], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

async function said(...words: string[]): Promise<string> {
  const { code, out, err } = await run(words)
  expect([code, err]).toEqual([0, ''])
  return out.trim()
}

describe('words', () => {
  it('are explained by help', async () => {
    const usage = await said('help')
    for (const call of ['categories create NAME', 'admin revoke EMAIL', 'ledger verify', 'doctor']) {
      expect(usage).toContain(`second-ring ${call}`)
    }
    expect(await said()).toBe(usage)
  })

  it.each([
    [['dance'], 'second-ring doctor'],
    [['categories'], 'second-ring categories list'],
    [['categories', 'burn', 'Pixel'], 'second-ring categories retire CATEGORY'],
    [['admin', 'grant'], 'This takes 1 word, not 0.'],
    [['admin', 'grants'], 'There is no command "admin grants".'],
    [['admins', 'list'], 'There is no command "admins".'],
    [['admin', 'grant', 'a@x.test', 'b@x.test'], 'This takes 1 word, not 2.'],
    [['admin', 'revoke', 'a@x.test', '--role', 'admin'], '--role is buyer or seller.'],
    [['categories', 'create', 'Pixel'], '--picture is missing.'],
    [['categories', 'create', ' ', '--picture', 'phone.png'], 'Name is required'],
    [['categories', 'order', 'Pixel', 'first'], 'The place is a number'],
    [['categories', 'list', '--all'], '--all'],
    [['audit', 'verify', '--head', '1'], '--head is NUMBER:HASH'],
    [['fee', 'set'], '--percent is a number, such as 4'],
    [['fee', 'set', '--percent', '101'], '--percent is a number, such as 4'],
    [['fee', 'set', '--percent', '4.125'], '--percent is a number, such as 4'],
    [['fee', 'set', '--percent', '4', '--minimum', '1,00'], '--minimum is dollars, such as 1.00.'],
    [['fee', 'set', '--percent', '4', '--from', 'tomorrow'], '--from is a date such as 2027-01-31'],
    [['fee', 'set', '--percent', '4', '--category', 'Pixel', '--seller', 'a@x.test'], 'for a category or a seller'],
    [['fee', 'set-tax'], '--percent is a number, such as 4'],
    [['fee', 'set-tax', '--percent', '20', '--from', 'soon'], '--from is a date such as 2027-01-31'],
    [['ledger', 'verify', '--grace-minutes', 'x'], '--grace-minutes is a number'],
  ])('that make no sense get the usage, and exit code 2: %j', async (words, complaint) => {
    const { code, out, err } = await run(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(complaint)
    expect(err).toContain('Usage:')
  })

  it('need a database: exit code 1', async () => {
    const { code, err } = await run(['categories', 'list'], { DATABASE_URL: '' })
    expect([code, err]).toEqual([1, 'DATABASE_URL is missing: set it to the product’s database\n'])
  })
})

describe('categories', () => {
  const shown = async () => (await market.anonymous().catalog.categories()).map(({ name }) => name)

  it('are opened, renamed, ordered, emptied, retired and brought back, audited', async () => {
    expect(await said('categories', 'list')).toBe('No categories yet. Create the first one.')
    expect(await said('categories', 'create', 'Pixel', '--picture', 'phone.png')).toBe('Pixel is open')
    const [{ image } = { image: null }] = await market.anonymous().catalog.categories()
    expect(image?.url).toMatch(/^http:\/\/pictures\.test\/images\/[0-9a-f]{32}\.webp$/)
    await said('categories', 'create', 'Nokia', '--picture', image?.url ?? '')
    expect(await said('categories', 'rename', 'nokia', 'Old Nokia')).toBe('Nokia is Old Nokia now')
    expect(await said('categories', 'order', 'Old  Nokia', '1')).toBe('Old Nokia was moved')
    expect(await shown()).toEqual(['Old Nokia', 'Pixel'])

    const [{ id: categoryId } = { id: '' }] = await market.anonymous().catalog.categories()
    await market.listing({ categoryId })
    const rejected = await run(['categories', 'retire', 'Old Nokia'])
    expect([rejected.code, rejected.err]).toEqual([
      1,
      '1 phone is for sale or booked in this category: move them to another one first.\n',
    ])
    expect(await said('categories', 'move', categoryId, 'Pixel')).toBe('1 phone moved from Old Nokia to Pixel')
    expect(await said('categories', 'retire', 'Old Nokia')).toBe('Old Nokia is retired')
    expect(await said('categories', 'list')).toMatch(/^1 .* 1 phones {2}Pixel\nretired .* 0 phones {2}Old Nokia$/)
    expect(await said('categories', 'restore', categoryId)).toBe('Old Nokia is open again')
    expect(await shown()).toEqual(['Pixel', 'Old Nokia'])

    const entries = await market.database.auditEntry.findMany({
      where: { subjectId: categoryId },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ action, actorId, reason }) => [action, actorId, reason])).toEqual([
      ['category.create', null, 'Nokia, on the command line'],
      ['category.rename', null, 'from Nokia to Old Nokia, on the command line'],
      ['category.place', null, 'from 2 to 1, on the command line'],
      ['category.move-posts', null, '1 phone to Pixel, on the command line'],
      ['category.retire', null, 'on the command line'],
      ['category.restore', null, 'on the command line'],
    ])
  })

  it.each([
    [['categories', 'retire', 'Pixel'], 'There is no category Pixel: see categories list'],
    [['categories', 'create', 'Pixel', '--picture', 'gone.png'], 'gone.png'],
    [['categories', 'create', 'Pixel', '--picture', 'notes.txt'], 'did not take notes.txt'],
    [['categories', 'create', 'Pixel', '--picture', 'https://evil.test/x.png'], 'Upload the picture first'],
  ])('say what cannot be done, with exit code 1: %j', async (words, complaint) => {
    const { code, err } = await run(words)
    expect(code).toBe(1)
    expect(err).toContain(complaint)
    expect(await shown()).toEqual([])
  })
})

describe('fees', () => {
  it('are 5 % until others are set: for everything, a category or a seller, from now or later on', async () => {
    const everything = /^holds {2}\S+Z {2}5 % +everything$/
    expect(await said('fee', 'list')).toMatch(everything)
    await said('categories', 'create', 'Pixel', '--picture', 'phone.png')
    const { email } = await market.user({ role: 'SELLER' })
    expect(await said('fee', 'set', '--percent', '4', '--minimum', '1.00', '--category', 'pixel')).toMatch(
      /^4 %, at least \$1 of pixel from \S+Z on$/,
    )
    await said('fee', 'set', '--percent', '3.25', '--seller', email)
    expect(await said('fee', 'set', '--percent', '6', '--from', '2100-01-31')).toBe(
      '6 % of everything from 2100-01-31T00:00:00.000Z on',
    )
    await said('fee', 'set', '--percent', '4.5')
    const lines = (await said('fee', 'list'))
      .split('\n')
      .map(line => line.trim().replaceAll(/ {2,}\S+Z +| {2,}/g, ' | '))
    expect(lines).toEqual([
      'later | 6 % | everything',
      'holds | 4.5 % | everything',
      'over | 5 % | everything',
      'holds | 4 %, at least $1 | category Pixel',
      `holds | 3.25 % | seller ${email}`,
    ])
    expect(await market.database.auditEntry.count({ where: { action: 'fee.set', actorId: null } })).toBe(4)
  })

  it('include no tax until a rate is set, from now or later on', async () => {
    expect(await said('fee', 'list')).not.toContain('tax')
    expect(await said('fee', 'set-tax', '--percent', '20')).toMatch(/^Fees include 20 % tax from \S+Z on$/)
    expect(await said('fee', 'set-tax', '--percent', '8.1', '--from', '2100-01-31')).toBe(
      'Fees include 8.1 % tax from 2100-01-31T00:00:00.000Z on',
    )
    const lines = (await said('fee', 'list')).split('\n').filter(line => line.includes('tax'))
    expect(lines.map(line => line.trim().replaceAll(/ {2,}\S+Z +| {2,}/g, ' | '))).toEqual([
      'later | 8.1 % tax | in the fees',
      'holds | 20 % tax | in the fees',
    ])
    const passed = await run(['fee', 'set-tax', '--percent', '8', '--from', '2020-01-01'])
    expect([passed.code, passed.err.includes('this time has passed')]).toEqual([1, true])
    expect(await market.database.auditEntry.count({ where: { action: 'fee.set-tax', actorId: null } })).toBe(2)
  })

  it.each([
    [['--category', 'Nokia'], 'There is no category Nokia: see categories list'],
    [['--seller', 'nobody@x.test'], 'There is no seller nobody@x.test.'],
    [['--from', '2020-01-01'], 'this time has passed'],
  ])('say what cannot be done, with exit code 1: %j', async (options, complaint) => {
    const { code, err } = await run(['fee', 'set', '--percent', '4', ...options])
    expect(code).toBe(1)
    expect(err).toContain(complaint)
  })
})

describe('admins', () => {
  it('are granted and revoked, all but the last', async () => {
    const [ann, ben] = [await market.user(), await market.user({ role: 'SELLER', verifiedAt: new Date() })]
    const granted = await said('admin', 'grant', ann.email)
    expect(granted).toMatch(/ is an admin now\n +name +Robin Vale\n +signed up +20.*Z\n +email proven +20.*Z$/)
    expect(await said('admin', 'grant', ann.email)).toContain(`${ann.email} is an admin already`)
    const { email: unproven } = await market.user({ emailVerifiedAt: null })
    expect(await run(['admin', 'grant', unproven])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has not proven'),
    })
    const { sellerId } = await market.listing()
    const { email: selling } = await market.database.user.findUniqueOrThrow({ where: { id: sellerId } })
    const busy = await run(['admin', 'grant', selling ?? ''])
    expect([busy.code, busy.out]).toEqual([1, ''])
    expect(busy.err).toContain(`${selling} still has open: phones for sale: 1. An admin can neither hand over`)
    const last = await run(['admin', 'revoke', ann.email])
    expect([last.code, last.err]).toEqual([1, `${ann.email} is the last admin: grant another one first.\n`])
    await said('admin', 'grant', ben.email)
    expect(await said('admin', 'revoke', ben.email)).toBe(`${ben.email} is a seller now`)
    expect(await said('admin', 'revoke', ben.email)).toBe(`${ben.email} is no admin`)
  })

  it('get a set-up link where a second factor is required, and after a reset', async () => {
    const { email } = await market.user()
    const required = { ADMIN_FACTOR: 'required', PUBLIC_URL: 'https://shop.example' }
    const link = /https:\/\/shop\.example\/dashboard\/account#set-up=[\w-]{43}/
    expect((await run(['admin', 'grant', email], required)).out).toMatch(link)
    const { out } = await run(['admin', 'reset-factor', email], required)
    expect(out).toContain(`${email} has no passkey any more`)
    expect(out).toMatch(link)
    expect(await said('admin', 'reset-factor', email)).toBe(`${email} has no passkey any more`)
    const nobody = await run(['admin', 'reset-factor', 'nobody@x.test'])
    expect([nobody.code, nobody.err]).toEqual([1, 'Nobody has signed up as nobody@x.test.\n'])
  })
})

describe('verify', () => {
  it('says that the audit is whole, or where it is not', async () => {
    await said('admin', 'grant', (await market.user()).email)
    const whole = await said('audit', 'verify')
    expect(whole).toMatch(/^The audit is whole: 0 entries, and \d+ that wait for the next minute's link\.\n/)
    await market.runJobs()
    const linked = await said('audit', 'verify')
    expect(linked).toMatch(/^The audit is whole: \d+ entries\.\nNo shipped heads.*\n.*--head \d+:[0-9a-f]{64}$/)
    const keyless = await run(['audit', 'verify'], { AUDIT_KEY: '' })
    expect([keyless.code, keyless.err]).toEqual([1, 'The audit cannot be checked:\n  - AUDIT_KEY is missing\n'])
    const { code, out } = await run(['audit', 'verify', '--head', `999:${'0'.repeat(64)}`])
    expect([code, out.includes('The audit is broken')]).toEqual([1, true])
  })

  it('holds the audit against each file of heads that is given, joined, and takes no other option twice', async () => {
    await said('admin', 'grant', (await market.user()).email)
    await market.runJobs()
    await said('admin', 'grant', (await market.user()).email)
    await market.runJobs()
    const stored = await readHeads(market.database, { after: 0, limit: 1000 })
    const [all, older] = [path.join(dir, 'all.jsonl'), path.join(dir, 'older.jsonl')]
    await createHeadFile(all).append(stored)
    await createHeadFile(older).append(stored.slice(0, -1))
    const together = await said('audit', 'verify', '--heads', older, '--heads', all)
    expect(together).toContain(`Held against ${stored.length - 1} heads of the file ${older}.`)
    expect(together).toContain(`Held against ${stored.length} heads of the file ${all}.`)
    expect(together).toContain(`the file ${older} lacks the head ${stored.length}, which another file has`)
    const changed = stored.map((head, index) => (index === 0 ? { ...head, entries: 9 } : head))
    await writeFile(path.join(dir, 'changed.jsonl'), changed.map(head => JSON.stringify(head)).join('\n'))
    for (const files of [
      ['changed.jsonl', all],
      [all, 'changed.jsonl'],
    ]) {
      const { code, out } = await run(['audit', 'verify', ...files.flatMap(file => ['--heads', file])])
      expect([code, out]).toEqual([1, expect.stringContaining('is not signed by a key that is at hand')])
    }
    const zeros = `1:${'0'.repeat(64)}`
    const twice = await run(['audit', 'verify', '--head', zeros, '--head', zeros])
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('--head is given more than once.')])
  })

  it('holds the ledger against the provider’s charges', async () => {
    expect(await said('ledger', 'verify')).toMatch(/^✓ (?!.*✗)/s)
    const { out } = await run(['ledger', 'verify'], { STRIPE_SECRET_KEY: '' })
    expect(out).toContain('The provider’s ledger was not checked')
    await market.listing({ state: 'RESERVED' })
    expect((await run(['ledger', 'verify'])).code).toBe(1)
  })
})

describe('the doctor', () => {
  it('finds nothing where a market is open', async () => {
    await said('admin', 'grant', (await market.user()).email)
    await said('categories', 'create', 'Pixel', '--picture', 'phone.png')
    const report = await said('doctor')
    expect(report).not.toContain('✗')
    expect(report.split('\n').at(-1)).toBe('All is well.')
    expect(report).toMatch(/PostgreSQL 1[89]/)
    expect(report).toMatch(/their API of \d{4}-\d\d-\d\d/)
  })

  it('names each fault of an empty market, with what to do', async () => {
    const { code, out } = await run(['doctor'], {
      PUBLIC_URL: 'http://localhost/shop',
      STRIPE_SECRET_KEY: 'sk_live_wrong',
      STRIPE_WEBHOOK_SECRET: 'secret',
      STRIPE_CONNECT_WEBHOOK_SECRET: 'secret',
      IMAGE_HOST_URL: 'http://127.0.0.1:1/1/upload',
    })
    expect(code).toBe(1)
    for (const fault of [
      'PUBLIC_URL http://localhost/shop has a path',
      'STRIPE_SECRET_KEY is of live mode, STRIPE_PUBLISHABLE_KEY of test',
      'STRIPE_WEBHOOK_SECRET is no secret of a webhook',
      'STRIPE_CONNECT_WEBHOOK_SECRET is no secret of a webhook',
      'The card payments do not answer',
      'The place for pictures does not answer',
      'There is no category, so nothing can be posted',
      'There is no admin',
    ]) {
      expect(out).toContain(`✗ ${fault}`)
    }
    expect(out).not.toContain('sk_live_wrong')
    expect(out.trim().split('\n').at(-1)).toBe('8 faults.')
  })

  it('lists all that the environment lacks, and looks at the database all the same', async () => {
    const { code, out } = await run(['doctor'], { STRIPE_WEBHOOK_SECRET: '', FIREBASE_API_KEY: '' })
    expect(code).toBe(1)
    expect(out).toContain('✗ STRIPE_WEBHOOK_SECRET is missing')
    expect(out).toContain('✗ FIREBASE_API_KEY is missing')
    expect(out).toContain('✓ The database answers')
  })

  it('names a database that is away, and one without tables', async () => {
    const away = await run(['doctor'], { DATABASE_URL: 'postgresql://127.0.0.1:1/nowhere' })
    expect(away.out).toContain('✗ The database does not answer')
    expect(away.code).toBe(1)
    const bare = new URL(market.environment.DATABASE_URL ?? '')
    bare.pathname = '/postgres'
    const empty = await run(['doctor'], { DATABASE_URL: bare.href })
    expect(empty.out).toContain('✗ The database has no tables')
    expect(empty.out).toContain('node prisma/dist/migrate.js')
  })
})
