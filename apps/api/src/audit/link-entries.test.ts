import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@second-ring/database'
import { createMarket, type Market } from '@second-ring/testkit'
import { AUDIT_KEY } from '@second-ring/testkit/market'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAction } from '#platform/audit.ts'
import type { AuditHead, AuditSettings, HeadPlace } from '#platform/audit-heads.ts'
import { createAuditKeys } from '#platform/audit-keys.ts'
import { linkEntries } from './link-entries.ts'
import { verifyChain } from './verify-chain.ts'

let market: Market
let database: Database
let audit: AuditSettings
beforeEach(async () => {
  market = await createMarket()
  database = market.database
  audit = market.platform.audit
})
afterEach(() => market.close())

const subject = { type: 'listing', id: '018f0000-0000-7000-8000-000000000001' } as const

function recordEdit(reason?: string) {
  return database.$transaction(tx =>
    recordAction(tx, { actorId: null, action: 'listing.edit', subject, ...(reason !== undefined && { reason }) }),
  )
}

const link = (settings: Partial<AuditSettings> = {}) => linkEntries({ database, audit: { ...audit, ...settings } })
const heads = () => database.auditHead.findMany({ orderBy: { number: 'asc' } })

/** A place in memory that can be away. */
function memory() {
  const shipped: AuditHead[] = []
  const place = {
    isAway: false,
    shipped,
    name: 'memory',
    newest: async () => shipped.at(-1)?.number ?? null,
    async append(some: readonly AuditHead[]) {
      if (place.isAway) throw new Error('away')
      shipped.push(...some)
    },
  }
  return place satisfies HeadPlace
}

describe('linking the audit’s entries', () => {
  it('takes no lock in the act: many commit at once and wait, and are linked afterwards', async () => {
    await database.$transaction(async tx => {
      await recordAction(tx, { actorId: null, action: 'listing.edit', subject })
      // Others commit while this one is open.
      await Promise.all(
        Array.from({ length: 40 }, (_, index) => recordEdit(index % 2 ? `Nº ${index} “é” | \\ "` : undefined)),
      )
    })
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 0, waiting: 41 })
    await link()
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 41, waiting: 0 })
  })

  it('links an entry that was written early and committed late, after younger ones', async () => {
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late = database.$transaction(async tx => {
      await recordAction(tx, { actorId: null, action: 'listing.edit', subject, reason: 'early and late' })
      written.resolve()
      await mayCommit.promise
    })
    await written.promise
    await recordEdit()
    await link()
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 1 })
    mayCommit.resolve()
    await late
    await link()
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 2, waiting: 0 })
    const last = await database.auditLink.findFirst({ orderBy: { seq: 'desc' }, select: { entry: true } })
    expect(last?.entry.reason).toBe('early and late')
  })

  it('leaves no gap where a transaction failed', async () => {
    await recordEdit()
    const failing = database.$transaction(async tx => {
      await recordAction(tx, { actorId: null, action: 'listing.edit', subject })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    await recordEdit()
    await link()
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 2, waiting: 0 })
  })

  it('does a long queue in batches, by many at once, and each entry once', async () => {
    const rows = Array.from({ length: 2500 }, () => ({ action: 'x', subjectType: 'listing', subjectId: subject.id }))
    await database.auditEntry.createMany({ data: rows })
    await Promise.all([link(), link(), link()])
    await link()
    expect(await verifyChain(database, audit)).toMatchObject({ whole: true, entries: 2500, waiting: 0 })
  })

  it('goes on with a new key, and checks with the ones before', async () => {
    await recordEdit()
    await link()
    const key = 'another-key-another-key-another-key'
    await expect(link({ keys: createAuditKeys(key) })).rejects.toThrow(audit.keys.keyId)
    const rotated = createAuditKeys(key, [AUDIT_KEY])
    await recordEdit()
    await link({ keys: rotated })
    expect(await verifyChain(database, { keys: rotated })).toMatchObject({ whole: true, entries: 2 })
    const [, replaced] = await database.auditLink.findMany({ orderBy: { seq: 'asc' } })
    expect(replaced?.keyId).toBe(rotated.keyId)
    // Whoever still runs with the key before does not mix its own in.
    await recordEdit()
    await expect(link()).rejects.toThrow('AUDIT_KEY_PREVIOUS')
    expect(await verifyChain(database, audit)).toMatchObject({ whole: false, fault: 'changed', entries: 1 })
  })

  it('goes on from links of the time before the key, and seals them', async () => {
    for (const reason of ['one', 'two']) await recordEdit(reason)
    const entries = await database.auditEntry.findMany({ orderBy: { id: 'asc' } })
    // As the trigger of before made them.
    for (const seq of [1, 2]) {
      await database.$executeRawUnsafe(`INSERT INTO audit_links (seq, entry_id, prev_hash, hash)
        SELECT l.seq, e.id, l.prev_hash, ${HASH} FROM audit_entries e, (SELECT ${seq} AS seq,
          coalesce((SELECT hash FROM audit_links WHERE seq = ${seq - 1}), '') AS prev_hash) l
        WHERE e.id = '${entries[seq - 1]?.id}'`)
    }
    await database.auditPending.deleteMany()
    await recordEdit('three')
    await expect(link()).rejects.toThrow('AUDIT_UNSIGNED')
    const keys = createAuditKeys(AUDIT_KEY, [], 2)
    expect(await verifyChain(database, { keys })).toMatchObject({ whole: true, entries: 2 })
    await link({ keys })
    expect(await verifyChain(database, { keys })).toMatchObject({ whole: true, entries: 3 })
    await database.$transaction([
      database.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
      database.$executeRawUnsafe(`UPDATE audit_entries SET reason = 'forged' WHERE id = '${entries[0]?.id}'`),
      database.$executeRawUnsafe(
        `UPDATE audit_links l SET hash = ${HASH} FROM audit_entries e WHERE e.id = l.entry_id AND seq = 1`,
      ),
      database.$executeRawUnsafe(
        `UPDATE audit_links SET prev_hash = (SELECT hash FROM audit_links WHERE seq = 1) WHERE seq = 2`,
      ),
      database.$executeRawUnsafe(
        `UPDATE audit_links l SET hash = ${HASH} FROM audit_entries e WHERE e.id = l.entry_id AND seq = 2`,
      ),
    ])
    expect(await verifyChain(database, { keys })).toMatchObject({ whole: false, fault: 'changed', entries: 2 })
  })
})

/** As the trigger of before composed it, of `l` and `e`. */
const HASH = `encode(sha256(convert_to(concat_ws(chr(31), l.seq, l.prev_hash, e.id, coalesce(e.actor_id::text, '-'), e.action,
  e.subject_type, e.subject_id, coalesce('+' || e.reason, '-'), (extract(epoch FROM e.at) * 1000)::bigint), 'UTF8')), 'hex')`

describe('the audit’s heads', () => {
  it('are written when the chain has grown, each signed over the one before, and at a start', async () => {
    const began = { runningSince: new Date(Date.now() - 60_000) }
    await link(began)
    expect(await heads()).toMatchObject([{ number: 1, entries: 0n, hash: '', previous: '' }])
    await link(began)
    expect(await heads()).toHaveLength(1)
    await recordEdit()
    await link(began)
    const [first, second] = await heads()
    expect(second).toMatchObject({ number: 2, entries: 1n, previous: first?.signature })
    await wait(5)
    await link({ runningSince: new Date() })
    expect(await heads()).toMatchObject([{}, {}, { number: 3, entries: 1n }])
  })

  it('are written each hour, also when nothing happens', async () => {
    await link()
    await database.$transaction([
      database.$executeRawUnsafe('SET LOCAL session_replication_role = replica'),
      database.$executeRawUnsafe(`UPDATE audit_heads SET at = at - interval '56 minutes'`),
    ])
    const began = { runningSince: new Date(Date.now() - 2 * 3_600_000) }
    await link(began)
    await link(began)
    expect((await heads()).map(({ number }) => number)).toEqual([1, 2])
  })

  it('reach every place, one that was away all it has missed, and a new one the newest', async () => {
    const [good, flaky] = [memory(), memory()]
    const places = [good, flaky]
    await link({ places })
    flaky.isAway = true
    for (let count = 0; count < 2; count += 1) {
      await recordEdit()
      await expect(link({ places })).rejects.toThrow('away')
    }
    expect(good.shipped.map(({ number }) => number)).toEqual([1, 2, 3])
    flaky.isAway = false
    const fresh = memory()
    await link({ places: [...places, fresh] })
    expect(flaky.shipped).toEqual(good.shipped)
    expect(fresh.shipped.map(({ number }) => number)).toEqual([3])
  })

  it('take no change', async () => {
    await link()
    await expect(database.$executeRaw`UPDATE audit_heads SET entries = 9`).rejects.toThrow('append-only')
    await expect(database.$executeRaw`DELETE FROM audit_links`).rejects.toThrow('append-only')
  })
})
