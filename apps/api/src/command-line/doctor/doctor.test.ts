import { migrate } from '@second-ring/database/migrate'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '#env.ts'
import { checkDatabase, clockFinding } from './check-database.ts'
import { checkRedis } from './check-redis.ts'
import { checkSite } from './check-site.ts'
import { findingOf, good } from './finding.ts'

let market: Market
beforeAll(async () => {
  market = await createMarket({ webhooks: false })
})
afterAll(() => market.close())

const run = (sql: string) => market.database.$executeRawUnsafe(sql)

async function faults(): Promise<string[]> {
  const findings = await checkDatabase(market.environment.DATABASE_URL ?? '')
  return findings.filter(({ ok }) => !ok).map(({ what }) => what)
}

describe('the doctor', () => {
  it('finds jobs that were given up, and such as nobody works off', async () => {
    await run(`INSERT INTO pgboss.job (name, start_after) VALUES ('payments.refund', now() - interval '6 minutes')`)
    expect(await faults()).toContain('Jobs that are due since five minutes: 1')
    await run(`UPDATE pgboss.job SET state = 'failed'`)
    expect(await faults()).toContain('Jobs that were given up: 1')
    await run('DELETE FROM pgboss.job')
    expect((await faults()).join()).not.toContain('Jobs')
  })

  it('finds e-mails that the mail server did not take', async () => {
    const { id: userId } = await market.user()
    const mail = { userId, kind: 'paid', message: 'Paid' }
    await market.database.mail.createMany({ data: [mail, { ...mail, problem: '451 try later' }] })
    expect(await faults()).toContain('E-mails that wait because the mail server did not take them: 1')
    await market.database.mail.deleteMany()
    expect((await faults()).join()).not.toContain('E-mails')
  })

  it('finds migrations that are not applied, and reads no tables that may be missing', async () => {
    const name = '20261122040000_retire_categories'
    await run(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${name}'`)
    expect(await faults()).toEqual([`Not applied yet: ${name}`])
    await run(`UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '${name}'`)
  })

  it('finds a trigger that is gone, and triggers of an earlier version', async () => {
    const url = market.environment.DATABASE_URL ?? ''
    await run('DROP TRIGGER categories_announce ON categories')
    expect(await faults()).toContainEqual(expect.stringMatching(/^Of \d+ triggers and their functions \d+ are there$/))
    await run(`UPDATE pg_description SET description = regexp_replace(description, 'revision \\d+,', 'revision 0,')`)
    expect(await faults()).toContainEqual(expect.stringMatching(/^The triggers have revision 0, this version has \d+$/))
    await migrate(url)
    expect((await faults()).join()).not.toContain('triggers')
  })

  it.each([
    [5000, true],
    [2500, true],
    [8500, true],
    [1500, false],
    [10_000_000, false],
  ])('compares the clocks, with the time that the answer took: the database says %i', (at, ok) => {
    expect(clockFinding(at, { before: 4000, after: 7000 }).ok).toBe(ok)
  })

  it('finds a Redis that is not there', async () => {
    // Nothing listens there.
    expect(await checkRedis('redis://127.0.0.1:9')).toMatchObject({
      ok: false,
      what: expect.stringMatching(/^Redis does not answer, .*ECONNREFUSED/),
    })
  })

  it('names what does not answer in the words of its own error', async () => {
    const failed = { what: 'It is away', advice: 'Wait.' }
    const refused = async () => {
      throw new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')])
    }
    const hidden = async () => {
      throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND x') })
    }
    expect((await findingOf(refused, failed)).what).toBe('It is away: ::1 refused; 127.0.0.1 refused')
    expect((await findingOf(hidden, failed)).what).toBe('It is away: getaddrinfo ENOTFOUND x')
    expect(await findingOf(async () => good('It is there'), failed)).toEqual(good('It is there'))
  })

  it.each([
    ['https://phones.example', []],
    ['https://phones.example/shop', ['PUBLIC_URL https://phones.example/shop has a path']],
  ])('looks at the address of a site: %s', (PUBLIC_URL, expected) => {
    const env = readEnv({ ...market.environment, STRIPE_PUBLISHABLE_KEY: 'pk_test_market', PUBLIC_URL })
    expect(checkSite(env).flatMap(({ ok, what }) => (ok ? [] : [what]))).toEqual(expected)
  })
})
