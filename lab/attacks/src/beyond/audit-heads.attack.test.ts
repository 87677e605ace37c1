import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createHeadFile } from '@second-ring/api/adapters/audit-heads/head-file'
import { signLink } from '@second-ring/api/audit/sign-link'
import { startShipping } from '@second-ring/api/audit/start-shipping'
import { type AuditHead, signHead } from '@second-ring/api/platform/audit-heads'
import { type AuditKeys, createAuditKeys } from '@second-ring/api/platform/audit-keys'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const cli = fileURLToPath(import.meta.resolve('@second-ring/api/cli'))

let market: Market
let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-ring-audit-'))
  file = join(folder, 'heads.jsonl')
  market = await createMarket({ webhooks: false, headPlaces: [createHeadFile(file)] })
  // Four minutes with a head each.
  for (let minute = 0; minute < 4; minute += 1) {
    const admin = await market.asAdmin()
    const { id: userId } = await market.user({ role: 'SELLER' })
    await admin.accounts.verifySeller({ userId })
    await market.runJobs()
  }
})
afterEach(async () => {
  await market.close()
  await rm(folder, { recursive: true })
})

const fail = (error: unknown) => expect.unreachable(String(error))

type Tx = Parameters<Parameters<Market['database']['$transaction']>[0]>[0]

/** Does something as the owner of the database, past every trigger. */
function asOwner(tamper: (tx: Tx) => Promise<unknown>): Promise<void> {
  return market.database.$transaction(async tx => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`
    await tamper(tx)
  })
}

/** What the command says, with its exit code. */
async function verify(env: Record<string, string> = {}, ...files: string[]): Promise<{ code: number; out: string }> {
  const { DATABASE_URL = '', AUDIT_KEY = '' } = market.environment
  const run = promisify(execFile)(
    process.execPath,
    [cli, 'audit', 'verify', ...files.flatMap(each => ['--heads', each])],
    {
      env: { DATABASE_URL, AUDIT_KEY, AUDIT_HEADS_FILE: file, ...env },
    },
  )
  return run.then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  )
}

/** Rewrites an entry, and every link and head from it on, with these keys. */
async function rewrite(keys: AuditKeys): Promise<void> {
  const links = await market.database.auditLink.findMany({ orderBy: { seq: 'asc' }, include: { entry: true } })
  const heads = await market.database.auditHead.findMany({ orderBy: { number: 'asc' } })
  let hash = ''
  const hashes = new Map<bigint, string>([[0n, '']])
  await asOwner(async tx => {
    for (const { seq, entry } of links) {
      const forged = seq === 2n ? { ...entry, actorId: null, reason: 'somebody else did it' } : entry
      const { keyId, signature } = signLink(keys, { seq, prevHash: hash, entry: forged })
      await tx.auditEntry.update({ where: { id: entry.id }, data: forged })
      await tx.auditLink.update({ where: { seq }, data: { prevHash: hash, hash: signature, keyId } })
      hash = signature
      hashes.set(seq, hash)
    }
    let previous = ''
    for (const { number, entries, at, runningSince } of heads) {
      const head: AuditHead = signHead(keys, {
        number,
        entries: Number(entries),
        hash: hashes.get(entries) ?? '',
        at: at.toISOString(),
        runningSince: runningSince.toISOString(),
        previous,
      })
      previous = head.signature
      await tx.auditHead.update({ where: { number }, data: head })
    }
  })
}

describe('the audit, by whoever owns the database', () => {
  it('A209 shows a past that was rewritten with all hashes computed again, by another key or by the stolen one', async () => {
    expect(await verify()).toMatchObject({ code: 0 })
    const { AUDIT_KEY = '' } = market.environment
    await rewrite(createAuditKeys('a-key-that-the-attacker-made-of-their-own'))
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('something was changed at link 1') })
    await rewrite(createAuditKeys(AUDIT_KEY))
    const { code, out } = await verify()
    expect(code).toBe(1)
    expect(out).toMatch(/something was changed at link 2, entry \S+: head \d of the file \S+ has another hash/)
    expect(out).toContain('it was rewritten')
  })

  it('A317 shows a past that was rewritten without the key, as if it were of the time before there was one', async () => {
    const links = await market.database.auditLink.findMany({ orderBy: { seq: 'asc' }, include: { entry: true } })
    let prevHash = ''
    await asOwner(async tx => {
      for (const { seq, entry } of links) {
        const reason = seq === 2n ? 'somebody else did it' : entry.reason
        const { id, actorId, action, subjectType, subjectId, at } = entry
        const said = reason === null ? '-' : `+${reason}`
        const parts = [seq, prevHash, id, actorId ?? '-', action, subjectType, subjectId, said, at.getTime()]
        const hash = createHash('sha256').update(parts.join('\x1f')).digest('hex')
        await tx.auditEntry.update({ where: { id }, data: { reason } })
        await tx.auditLink.update({ where: { seq }, data: { prevHash, hash, keyId: null } })
        prevHash = hash
      }
      await tx.auditHead.deleteMany()
    })
    await writeFile(file, '')
    const isShown = { code: 1, out: expect.stringMatching(/something was changed at link 1, .* it bears no signature/) }
    expect(await verify()).toMatchObject(isShown)
    await market.runJobs().catch(() => undefined)
    expect(await market.database.auditHead.count()).toBe(0)
    expect(await verify()).toMatchObject(isShown)
    // Who has run since before there was a key says how many links are of that time.
    expect((await verify({ AUDIT_UNSIGNED: `${links.length}` })).out).toContain('The audit’s chain is whole')
  })

  it('A210 shows an end that was cut off, also when the heads in the database were cut with it', async () => {
    await asOwner(async tx => {
      await tx.$executeRaw`DELETE FROM audit_links WHERE seq > 2`
      await tx.$executeRaw`DELETE FROM audit_entries WHERE NOT EXISTS (SELECT FROM audit_links WHERE entry_id = id)`
      await tx.$executeRaw`DELETE FROM audit_heads WHERE entries > 2`
    })
    const { code, out } = await verify()
    expect(code).toBe(1)
    expect(out).toMatch(/^The audit is broken after 2 entries: something was removed at link 3 and after/)
    expect(out).toContain('The database lacks the head')
    // The market goes on, and a new end takes the place of the one that was cut.
    const admin = await market.asAdmin()
    await admin.accounts.verifySeller({ userId: (await market.user({ role: 'SELLER' })).id })
    await market.runJobs()
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('it was') })
  })

  it('A211 shows an hour that was taken out of the chain, of the heads or of the file that they were shipped to', async () => {
    const lines = (await readFile(file, 'utf8')).split('\n')
    await writeFile(file, lines.filter((_, index) => index !== 1).join('\n'))
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('has a gap between the heads 1') })
    await writeFile(file, lines.join('\n'))
    expect(await verify()).toMatchObject({ code: 0 })
    // Every head moves back: the last hours have none.
    const { AUDIT_KEY = '' } = market.environment
    await asOwner(tx => tx.$executeRaw`UPDATE audit_heads SET at = at - interval '3 hours'`)
    await rewrite(createAuditKeys(AUDIT_KEY))
    await writeFile(file, '')
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('an hour is missing') })
  })

  it('A314 shows a cut end by the file of a machine whose server links nothing', async () => {
    const other = join(folder, 'other.jsonl')
    const { stop } = startShipping(market.database, { places: [createHeadFile(other)], roundMs: 1, onError: fail })
    await market.runJobs()
    const admin = await market.asAdmin()
    await admin.accounts.verifySeller({ userId: (await market.user({ role: 'SELLER' })).id })
    await market.runJobs()
    const newest = await market.database.auditHead.count()
    await vi.waitFor(async () => expect(await createHeadFile(other).newest()).toBe(newest))
    await stop()
    expect(await verify({}, other)).toMatchObject({ code: 0 })
    await asOwner(tx => tx.$executeRaw`DELETE FROM audit_heads WHERE number = ${newest}`)
    expect(await verify({}, other)).toMatchObject({
      code: 1,
      out: expect.stringContaining('The database lacks the head'),
    })
  })

  it('A315 shows what one of several files says against the database, in whatever order they are given', async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const older = join(folder, 'older.jsonl')
    await writeFile(older, `${lines.slice(0, 2).join('\n')}\n`)
    expect(await verify({}, file, older)).toMatchObject({ code: 0 })
    await asOwner(tx => tx.$executeRaw`DELETE FROM audit_heads WHERE number > 2`)
    for (const files of [
      [file, older],
      [older, file],
    ]) {
      const out = expect.stringContaining('The database lacks the head 3')
      expect(await verify({}, ...files)).toMatchObject({ code: 1, out })
    }
    expect((await verify({}, file, join(folder, 'misspelt.jsonl'))).code).toBe(1)
  })

  it('A212 shows an entry that was put in with a time long ago, past the trigger or through it', async () => {
    const insert = (tx: Tx) => tx.$executeRaw`
      INSERT INTO audit_entries (action, subject_type, subject_id, at)
      VALUES ('order.pay', 'order', uuidv7(), now() - interval '1 day')`
    await market.database.$transaction(insert)
    await market.runJobs()
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('something was inserted at link') })
  })

  it('A212 shows an entry that no act wrote', async () => {
    await asOwner(
      tx => tx.$executeRaw`
      INSERT INTO audit_entries (action, subject_type, subject_id) VALUES ('order.pay', 'order', uuidv7())`,
    )
    await market.runJobs()
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('which no act wrote') })
  })

  it('A264 shows that the signatures and all heads are gone, without any head from outside', async () => {
    await asOwner(async tx => {
      await tx.$executeRaw`UPDATE audit_links SET key_id = NULL, prev_hash = '', hash = encode(sha256(concat_ws(
        E'\\x1f', seq, '', e.id, coalesce(e.actor_id::text, '-'), e.action, e.subject_type, e.subject_id,
        coalesce('+' || e.reason, '-'), floor(extract(epoch FROM e.at) * 1000)::bigint)::bytea), 'hex')
        FROM audit_entries e WHERE e.id = entry_id AND seq = 1`
      await tx.$executeRaw`DELETE FROM audit_links WHERE seq > 1`
      await tx.$executeRaw`DELETE FROM audit_entries WHERE NOT EXISTS (SELECT FROM audit_links WHERE entry_id = id)`
      await tx.$executeRaw`DELETE FROM audit_heads`
    })
    const { code, out } = await verify({ AUDIT_HEADS_FILE: '' })
    expect(code, out).toBe(1)
    expect(out).toContain('The database has no head of the links that it has')
  })

  it('A265 shows that a trigger of the audit is off, and an entry that is dated ahead', async () => {
    await market.database.$executeRaw`ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_queue`
    expect(await verify()).toMatchObject({ code: 1, out: expect.stringContaining('audit_entries_queue is off') })
    await market.database.$executeRaw`ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_queue`
    await asOwner(
      tx => tx.$executeRaw`UPDATE audit_entries SET at = now() + interval '400 days'
      WHERE id = (SELECT entry_id FROM audit_links ORDER BY seq DESC LIMIT 1)`,
    )
    expect(await verify()).toMatchObject({ code: 1 })
  })

  it('A325 shows that a trigger of the audit is there and does nothing, or that another one swallows entries', async () => {
    const { database } = market
    await database.$executeRaw`CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`
    await database.$executeRaw`
      CREATE TRIGGER swallow BEFORE INSERT ON audit_pending FOR EACH ROW EXECUTE FUNCTION nothing()`
    await database.$executeRaw`
      CREATE OR REPLACE TRIGGER audit_entries_append_only AFTER INSERT ON audit_entries EXECUTE FUNCTION nothing()`
    await database.$executeRaw`CREATE RULE swallow AS ON DELETE TO audit_heads DO INSTEAD NOTHING`
    const { code, out } = await verify()
    expect(code).toBe(1)
    expect(out).toContain('The table audit_pending has the trigger swallow')
    expect(out).toContain('The trigger audit_entries_append_only is another one')
    expect(out).toContain('The table audit_heads has the rule swallow')
  })

  it('A213 is checked with its key alone', async () => {
    expect(await verify({ AUDIT_KEY: '' })).toMatchObject({
      code: 1,
      out: expect.stringContaining('AUDIT_KEY is missing'),
    })
    const AUDIT_KEY = 'another-key-another-key-another-key-another-key'
    expect(await verify({ AUDIT_KEY })).toMatchObject({ code: 1, out: expect.stringContaining('is not at hand') })
  })
})
