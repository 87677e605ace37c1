import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CALL_WEIGHTS } from '@second-ring/contracts/call-weights'
import { changedQueries } from '@second-ring/contracts/changed-queries'
import { AttemptInput } from '@second-ring/contracts/idempotency'
import { createMarket, type Market } from '@second-ring/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { $ZodType } from 'zod/v4/core'
import { appRouter } from './app-router.ts'

interface Procedure {
  _def: { type: string; inputs: unknown[]; output?: unknown }
}

// By path, which tRPC's types do not know.
const byPath: object = appRouter._def.procedures
const procedures = Object.entries(byPath as Record<string, Procedure>)
const publicProcedures = [
  'accounts.exchange',
  'accounts.register',
  'catalog.categories',
  'catalog.category',
  'catalog.retired',
  'listings.advertised',
  'listings.byCategory',
  'listings.bySeller',
  'listings.get',
  'listings.gone',
  'listings.priceBand',
  'listings.seller',
  'listings.similar',
  'mails.unsubscribe',
  'search.facets',
  'search.listings',
  'search.suggest',
]
const sellerProcedures = [
  'claims.answer',
  'claims.renewReturnCode',
  'earnings.deal',
  'fees.quote',
  'listings.advertise',
  'listings.create',
  'listings.edit',
  'listings.mine',
  'listings.remove',
  'listings.stopAdvertising',
  'orders.claimHandover',
  'orders.handOver',
  'payouts.account',
  'payouts.refreshAccount',
  'payouts.startOnboarding',
]
/** Refused to admins by their use cases: an admin's role is given and taken on the command line. */
const notForAdmins = ['accounts.cancelDeletion', 'accounts.previewDeletion', 'accounts.startSelling']
const staffProcedures = [
  'earnings.deals',
  'earnings.statement',
  'earnings.summary',
  'orders.release',
  'payments.refund',
]
const adminProcedures = [
  'audit.list',
  'accounts.bannedEmails',
  'accounts.byId',
  'accounts.endUserSessions',
  'accounts.freezePayouts',
  'accounts.liftBan',
  'accounts.liftSuspension',
  'accounts.list',
  'accounts.listingsOf',
  'accounts.ordersOf',
  'accounts.previewRemoval',
  'accounts.proposeRemoval',
  'accounts.releasePayouts',
  'accounts.removeUser',
  'accounts.sessionsOf',
  'accounts.suspend',
  'accounts.unverifySeller',
  'accounts.verifySeller',
  'accounts.withdrawRemoval',
  'cases.addNote',
  'cases.byOrder',
  'cases.decide',
  'cases.list',
  'cases.open',
  'catalog.changePicture',
  'catalog.create',
  'catalog.managed',
  'catalog.movePosts',
  'catalog.place',
  'catalog.rename',
  'catalog.restore',
  'catalog.retire',
  'factor.makeToken',
  'factor.mine',
  'factor.proveByCode',
  'factor.proveByPasskey',
  'factor.registerPasskey',
  'factor.removePasskey',
  'factor.renewCodes',
  'factor.revokeToken',
  'factor.startPasskey',
  'factor.startProof',
  'listings.flagged',
  'listings.previewRemoval',
  'listings.removeAny',
  'orders.all',
  'orders.decideHandover',
  'payments.askRefundAgain',
  'payments.decideUnmatched',
  'payments.disputeEvidence',
  'payments.open',
  'payments.settleRefundOutside',
  'payments.submitEvidence',
  'payments.summary',
  'reports.dismiss',
  'reports.open',
  'reports.queue',
]

/** Every schema that contracts exports. */
async function contractSchemas(): Promise<Set<unknown>> {
  const here = dirname(fileURLToPath(import.meta.url))
  const root = join(here, '../../../../packages/contracts/src')
  const files = (await readdir(root, { recursive: true })).filter(file => /(?<!\.test)\.ts$/.test(file))
  const modules = await Promise.all(files.map(file => import(join(root, file)) as Promise<Record<string, unknown>>))
  return new Set(modules.flatMap(module => Object.values(module)).filter(value => value instanceof $ZodType))
}

describe('the router', () => {
  it('has every procedure that counts as several calls', () => {
    const names = procedures.map(([path]) => path)
    for (const { calls } of CALL_WEIGHTS) expect(names).toEqual(expect.arrayContaining([...calls]))
  })

  it('has a line for each mutation of what it changes, and changes queries alone', () => {
    const ofType = (type: string) => procedures.filter(([, { _def }]) => _def.type === type).map(([path]) => path)
    expect(Object.keys(changedQueries).toSorted()).toEqual(ofType('mutation').toSorted())
    expect(ofType('query')).toEqual(expect.arrayContaining(Object.values(changedQueries).flat()))
  })

  it('has procedures', () => {
    expect(procedures.length).toBeGreaterThan(10)
  })

  it('takes every input and output from contracts', async () => {
    const schemas = await contractSchemas()
    for (const [path, { _def }] of procedures) {
      // A write of a signed-in caller takes the key of its attempt beside its own input.
      const [own, ...others] = _def.inputs.filter(input => input !== AttemptInput)
      expect(others, `${path} has one input of its own`).toEqual([])
      expect(schemas.has(own), `the input of ${path} is from contracts`).toBe(true)
      expect(schemas.has(_def.output), `the output of ${path} is from contracts`).toBe(true)
    }
  })
})

it('lets every write of a signed-in caller be repeated under a key', () => {
  const withoutKey = procedures
    .filter(([path, { _def }]) => _def.type === 'mutation' && !publicProcedures.includes(path))
    .flatMap(([path, { _def }]) => (_def.inputs.includes(AttemptInput) ? [] : [path]))
  // They take no input, and change nothing when they are done again. A proof of the factor counts once by itself; its
  // challenges and codes are stored nowhere as they are sent. A link to the payout provider opens once, and is not stored.
  const others = withoutKey.filter(path => !path.startsWith('factor.'))
  const repeatable = [
    'accounts.signOut',
    'accounts.signOutEverywhere',
    'notices.readAll',
    'payouts.refreshAccount',
    'payouts.startOnboarding',
  ]
  expect(others.toSorted()).toEqual(repeatable)
})

describe('authority, over the wire', () => {
  let market: Market
  beforeAll(async () => {
    market = await createMarket()
  })
  afterAll(() => market.close())

  async function call(path: string, type: string, authorization?: string): Promise<string | undefined> {
    const isRead = type !== 'mutation'
    const response = await fetch(`${market.url}/trpc/${path}`, {
      method: isRead ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      ...(isRead ? {} : { body: '{}' }),
    })
    const answer = (await response.json()) as { error?: { data: { code: string } } }
    return answer.error?.data.code
  }

  it('requires signing in wherever it is not public', async () => {
    for (const [path, { _def }] of procedures) {
      const code = await call(path, _def.type)
      if (publicProcedures.includes(path)) expect(code, path).not.toBe('UNAUTHORIZED')
      else expect(code, path).toBe('UNAUTHORIZED')
    }
  })

  it('lets each role do what is for it and no other', async () => {
    for (const role of ['BUYER', 'SELLER', 'ADMIN'] as const) {
      const { id } = await market.user({ role })
      const authorization = `Bearer ${market.tokenOf(id)}`
      const forbidden = [
        ...(role === 'SELLER' ? [] : sellerProcedures),
        ...(role === 'ADMIN' ? notForAdmins : adminProcedures),
        ...(role === 'BUYER' ? staffProcedures : []),
      ]
      for (const [path, { _def }] of procedures) {
        const code = await call(path, _def.type, authorization)
        // So that the next call has a session and the role, whatever this one did to them.
        await market.database.session.updateMany({ where: { id }, data: { endedAt: null, endReason: null } })
        await market.database.user.update({ where: { id }, data: { role } })
        if (forbidden.includes(path)) expect(code, `${path} as ${role}`).toBe('FORBIDDEN')
        else expect(code, `${path} as ${role}`).not.toBe('FORBIDDEN')
      }
    }
  })
})
