import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackOn } from '../wire/attack-on.ts'
import { head, rawRequest } from '../wire/raw-request.ts'
import { type Person, usersOf } from '../wire/users.ts'

const cli = fileURLToPath(import.meta.resolve('@second-ring/api/cli'))

let market: Market
let attack: ReturnType<typeof attackOn>
let admin: Person
let others: (Person | undefined)[]
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
  attack = attackOn(market)
  const { person } = usersOf(market)
  admin = await person('ADMIN')
  others = [undefined, await person(), await person('SELLER')]
})
afterAll(() => market.close())

describe('the audit', () => {
  it('A89 is read by admins alone, by every way there is', async () => {
    const { send, rpc, refused } = attack
    for (const caller of others) {
      const as = caller?.as
      const status = caller ? 403 : 401
      for (const path of ['/audit.csv', '/audit.csv?action=order.', `/audit.csv?involving=${admin.id}`]) {
        const { text } = await refused(() => send('GET', path, { as }), status)
        expect(text).not.toContain('actorId')
        const asked = await rawRequest(market.url, head(`HEAD ${path}`, ...(as ? [`Authorization: ${as}`] : [])))
        expect(asked?.status).toBe(status)
      }
      await refused(() => rpc('audit.list', {}, { as }), status)
      await refused(() => rpc('audit.list', { involving: caller?.id ?? admin.id }, { as }), status)
    }
    // Not by the cookie either, which a browser would send along for a page of another site that links here.
    const cookie = `second-ring-session=${admin.as.split(' ')[1]}`
    await refused(() => send('GET', '/audit.csv', { headers: { cookie } }), 401)
    const { headers } = await send('GET', '/audit.csv', { as: admin.as })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-disposition')).toMatch(/^attachment; /)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('A94 as a file runs nothing in the spreadsheet that opens it', async () => {
    const formulas = [
      '=HYPERLINK("http://evil.example","x")',
      '+1+1',
      '-1+1',
      '@SUM(1)',
      "=cmd|' /C calc'!A0",
      '"=1+1',
      '",=1+1',
      '=1+1,"x"',
      "'=1+1",
    ]
    for (const reason of formulas) {
      const name = reason.slice(0, 100)
      const refunded = await paidOrder(name)
      const input = { orderId: refunded.id, reason, relist: true }
      expect((await attack.rpc('payments.refund', input, { as: admin.as })).status, reason).toBe(200)
    }
    const { text } = await attack.send('GET', '/audit.csv', { as: admin.as })
    const cells = text.split('\r\n').flatMap(cellsOf)
    expect(cells.length).toBeGreaterThanOrEqual(formulas.length * 8)
    for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
    for (const reason of formulas) expect(cells.some(cell => cell === reason || cell === `'${reason}`)).toBe(true)
  })

  it('A216 is filled by nobody who is refused again and again, and holds no token of theirs', async () => {
    const { send, rpc } = attack
    const buyer = await usersOf(market).person()
    const before = await market.database.auditEntry.count()
    for (let time = 0; time < 20; time += 1) {
      expect((await rpc('accounts.list', { role: 'BUYER' }, { as: buyer.as })).status).toBe(403)
      expect((await send('GET', '/users/Buyer', { as: buyer.as })).status).toBe(403)
      expect((await rpc('accounts.exchange', { idToken: `forged-${time}` })).status).toBe(401)
      expect((await send('POST', '/token-sync', { as: `Bearer forged-${time}`, body: {} })).status).toBe(401)
    }
    const added = await market.database.auditEntry.findMany({ skip: before, orderBy: { id: 'asc' } })
    expect(added.map(({ action }) => action).toSorted()).toEqual(['refused.call', 'refused.sign-in'])
    expect(JSON.stringify(added)).not.toContain('forged')
  })

  it('A93 shows what was changed in it, taken out or put in, also by whoever owns the database', async () => {
    await market.runJobs()
    expect(await verify()).toMatch(/^The audit is whole: \d+ entries\./)
    const { database } = market
    const [first, second, third] = await database.auditEntry.findMany({ orderBy: { at: 'asc' }, take: 3 })
    if (!first || !second || !third) throw new Error('There are no entries')
    // Who does not own it cannot even begin.
    await expect(database.auditEntry.update({ where: { id: first.id }, data: { action: 'x' } })).rejects.toThrow()
    await expect(database.auditEntry.delete({ where: { id: first.id } })).rejects.toThrow()
    await expect(database.$executeRaw`TRUNCATE audit_links, audit_entries`).rejects.toThrow()
    await expect(database.$executeRaw`TRUNCATE audit_heads`).rejects.toThrow()
    await expect(database.$executeRaw`UPDATE audit_links SET hash = 'x'`).rejects.toThrow()
    const tampering: [string, (tx: Tx) => Promise<unknown>][] = [
      [
        'changed',
        tx =>
          tx.$executeRaw`UPDATE audit_entries SET actor_id = NULL, action = 'listing.edit' WHERE id = ${second.id}::uuid`,
      ],
      [
        'changed',
        tx => tx.$executeRaw`UPDATE audit_entries SET at = at - interval '1 day' WHERE id = ${first.id}::uuid`,
      ],
      [
        'removed',
        tx =>
          tx.$executeRaw`WITH gone AS (DELETE FROM audit_links WHERE entry_id = ${second.id}::uuid) DELETE FROM audit_entries WHERE id = ${second.id}::uuid`,
      ],
      [
        'inserted',
        tx =>
          tx.$executeRaw`INSERT INTO audit_entries (action, subject_type, subject_id) VALUES ('order.pay', 'order', ${third.subjectId}::uuid)`,
      ],
      [
        'changed',
        tx => tx.$executeRaw`UPDATE audit_links SET hash = repeat('0', 64) WHERE entry_id = ${third.id}::uuid`,
      ],
    ]
    for (const [fault, tamper] of tampering) {
      const undo = await asOwner(tamper)
      expect(await verify()).toMatch(new RegExp(`^The audit is broken after \\d+ entries: something was ${fault} at `))
      await undo()
    }
    expect(await verify()).toMatch(/^The audit is whole/)
  })
})

type Tx = Parameters<Parameters<Market['database']['$transaction']>[0]>[0]

/** Does something to the audit as the database's owner, past every trigger. @returns what puts it back as it was */
async function asOwner(tamper: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const { database } = market
  const [entries, links] = [await database.auditEntry.findMany(), await database.auditLink.findMany()]
  const pastTriggers = (work: (tx: Tx) => Promise<unknown>) =>
    database.$transaction(async tx => {
      await tx.$executeRaw`SET LOCAL session_replication_role = replica`
      await work(tx)
    })
  await pastTriggers(tamper)
  return () =>
    pastTriggers(async tx => {
      await tx.auditLink.deleteMany()
      await tx.auditEntry.deleteMany()
      await tx.auditEntry.createMany({ data: entries })
      await tx.auditLink.createMany({ data: links })
    }).then(() => undefined)
}

async function verify(): Promise<string> {
  const { DATABASE_URL = '', AUDIT_KEY = '' } = market.environment
  const env = { DATABASE_URL, AUDIT_KEY }
  const run = promisify(execFile)(process.execPath, [cli, 'audit', 'verify'], { env })
  const { stdout, stderr } = await run.catch(error => error as { stdout: string; stderr: string })
  return stdout + stderr
}

async function paidOrder(productName: string): Promise<{ id: string }> {
  const listing = await market.listing({ productName, state: 'SOLD' })
  const order = await market.order({ listingId: listing.id, state: 'PAID', productName })
  await market.database.payment.create({
    data: {
      orderId: order.id,
      buyerId: order.buyerId,
      intentId: `pi_${crypto.randomUUID().replaceAll('-', '')}`,
      amountCents: 20_000,
      state: 'SUCCEEDED',
    },
    select: { id: true },
  })
  return order
}

/** The cells of a line, as a spreadsheet reads them. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
}
