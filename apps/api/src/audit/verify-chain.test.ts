import { createHash } from 'node:crypto'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAction } from '#platform/audit.ts'
import { createAuditKeys } from '#platform/audit-keys.ts'
import { linkEntries } from './link-entries.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyChain } from './verify-chain.ts'

let market: Market
beforeEach(async () => {
  market = await createMarket()
})
afterEach(() => market.close())

const subject = { type: 'listing', id: '018f0000-0000-7000-8000-000000000001' } as const

async function recordEdits(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await market.database.$transaction(tx => recordAction(tx, { actorId: null, action: 'listing.edit', subject }))
  }
}
const link = () => linkEntries(market.platform)
const verify = () => verifyChain(market.database, market.platform.audit)
const verifyAll = (keys = market.platform.audit.keys) => verifyAudit(market.database, { keys, shipped: [] })

/** What someone with the database's own rights could do, past the triggers. */
async function tamper(...statements: string[]): Promise<void> {
  await market.database.$transaction([
    market.database.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
    ...statements.map(sql => market.database.$executeRawUnsafe(sql)),
  ])
}

describe('the audit’s chain', () => {
  it.each([
    [
      'changed',
      `UPDATE audit_entries SET reason = 'forged' WHERE id = (SELECT entry_id FROM audit_links WHERE seq = 3)`,
      2,
    ],
    ['changed', `UPDATE audit_links SET prev_hash = 'forged' WHERE seq = 3`, 2],
    ['changed', `UPDATE audit_links SET key_id = NULL WHERE seq = 3`, 2],
    ['changed', `UPDATE audit_links SET key_id = '0123456789abcdef' WHERE seq = 3`, 2],
    ['removed', 'DELETE FROM audit_links WHERE seq = 3', 2],
    [
      'inserted',
      `INSERT INTO audit_entries (action, subject_type, subject_id) VALUES ('x', 'listing', '${subject.id}')`,
      5,
    ],
    ['waiting', `INSERT INTO audit_pending VALUES (uuidv7(), now() - interval '6 minutes')`, 5],
  ])('shows where an entry was %s: %s', async (fault, sql, entries) => {
    await recordEdits(5)
    await link()
    await tamper(sql)
    expect(await verify()).toMatchObject({ whole: false, fault, entries })
  })

  it('names the place where an entry was removed and its link left', async () => {
    await recordEdits(5)
    await link()
    await tamper(`DELETE FROM audit_entries WHERE id = (SELECT entry_id FROM audit_links WHERE seq = 3)`)
    expect(await verify()).toMatchObject({
      whole: false,
      fault: 'removed',
      entries: 2,
      at: expect.stringMatching(/^link 3, entry [0-9a-f-]{36}$/),
    })
  })

  it('shows that everything was emptied, the places of the heads too', async () => {
    const keys = market.platform.audit.keys
    const check = () => verifyAudit(market.database, { keys, shipped: [{ name: 'the file', heads: [] }] })
    expect((await check()).faults, 'a market without users').toEqual([])
    const { id } = await market.user()
    await market.database.user.update({ where: { id }, data: { createdAt: new Date(Date.now() - 3_600_000) } })
    const isEmpty = expect.stringContaining('no entry, though')
    expect((await check()).faults).toEqual([isEmpty, expect.stringContaining('the file has no head')])
    expect((await verifyAll()).faults).toEqual([isEmpty])
    await recordEdits(1)
    await tamper(`UPDATE audit_entries SET at = now() - interval '1 hour'`)
    expect((await check()).faults).toEqual([expect.stringContaining('the file has no head')])
  })

  it('shows an entry that says a time at which all had been linked already', async () => {
    await recordEdits(1)
    await link()
    await tamper(`INSERT INTO audit_entries (action, subject_type, subject_id, at)
      VALUES ('x', 'listing', '${subject.id}', now() - interval '1 hour')`)
    await tamper(`INSERT INTO audit_pending SELECT id FROM audit_entries WHERE action = 'x'`)
    await link()
    expect((await verifyAll()).chain).toMatchObject({ whole: false, fault: 'inserted', entries: 1 })
  })

  it('shows what a key signed that had been replaced', async () => {
    const [first, second] = ['the first key of these tests, the first', 'the second key of these tests, a second']
    const others = [createAuditKeys(first, [second]), createAuditKeys(second, [first])] as const
    const { audit } = market.platform
    for (const keys of [others[0], others[1], others[0]]) {
      await recordEdits(1)
      await linkEntries({ ...market.platform, audit: { ...audit, keys } })
    }
    expect(await verifyChain(market.database, { keys: others[0] })).toMatchObject({
      whole: false,
      fault: 'changed',
      entries: 2,
      at: expect.stringContaining('replaced'),
    })
  })

  it('shows that all heads are gone', async () => {
    await recordEdits(1)
    await link()
    expect(await verifyAll()).toMatchObject({ chain: { whole: true }, faults: [], pauses: [] })
    await tamper('DELETE FROM audit_heads')
    const noHead = [expect.stringContaining('The database has no head of the links that it has')]
    expect((await verifyAll()).faults).toEqual(noHead)
    // As if the chain were of the time before there was a key.
    const { seq, prevHash, entry } = await market.database.auditLink.findFirstOrThrow({ include: { entry: true } })
    const { id, actorId, action, subjectType, subjectId, reason, at } = entry
    const parts = [seq, prevHash, id, actorId ?? '-', action, subjectType, subjectId, reason ?? '-', at.getTime()]
    const plain = createHash('sha256').update(parts.join('\x1f')).digest('hex')
    await tamper(`UPDATE audit_links SET key_id = NULL, hash = '${plain}'`)
    expect(await verifyAll()).toMatchObject({ chain: { whole: false, at: expect.stringContaining('no signature') } })
    const older = createAuditKeys(market.environment.AUDIT_KEY ?? '', [], 1)
    expect(await verifyAll(older)).toMatchObject({ chain: { whole: true }, faults: noHead })
  })

  it('shows an entry of a time that is yet to come', async () => {
    await tamper(`INSERT INTO audit_entries (action, subject_type, subject_id, at)
      VALUES ('x', 'listing', '${subject.id}', now() + interval '400 days')`)
    await tamper(`INSERT INTO audit_pending SELECT id FROM audit_entries`)
    await link()
    expect((await verifyAll()).faults).toEqual([expect.stringContaining('yet to come')])
  })

  it('shows what was cut off at the end against a head that was noted', async () => {
    await recordEdits(3)
    await link()
    const before = await verify()
    const [entries, hash = ''] = before.whole ? before.head.split(':') : []
    await tamper(
      'DELETE FROM audit_links WHERE seq = 3',
      'DELETE FROM audit_entries WHERE NOT EXISTS (SELECT FROM audit_links WHERE entry_id = audit_entries.id)',
    )
    expect(await verify()).toMatchObject({ whole: true, entries: 2 })
    const noted = { entries: Number(entries), hash, from: '--head' }
    const against = await verifyChain(market.database, { keys: market.platform.audit.keys, known: [noted] })
    expect(against).toMatchObject({ whole: false, fault: 'removed', entries: 2 })
  })
})
