import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Amounts, entriesOf, sumOf } from './amounts.ts'
import * as postings from './postings.ts'

const total = (amounts: Amounts) => entriesOf(amounts).reduce((sum, [, cents]) => sum + cents, 0)
const none = { withdrawnCents: 0, lostCents: 0 }
const open = { withdrawnCents: 40, lostCents: 0 }
const lost = { withdrawnCents: 0, lostCents: 40 }
const asset = 'PROVIDER_BALANCE'

const at = (position: Amounts, feeCents = 0, giveBackCents = 0): postings.Charge => ({
  amountCents: 100,
  feeCents,
  feeTaxBasisPoints: 0,
  giveBackCents,
  asset,
  position,
})
const unassigned: Amounts = { PROVIDER_BALANCE: 100, UNASSIGNED: -100 }
const held: Amounts = { PROVIDER_BALANCE: 100, HELD: -100 }
const owed: Amounts = { PROVIDER_BALANCE: 100, BUYER_REFUNDS: -100 }
const gone: Amounts = { PROVIDER_BALANCE: -20, LOSSES: 20 }
const disputed: Amounts = { PROVIDER_BALANCE: 60, DISPUTED: 40, HELD: -100 }
const released: Amounts = { PROVIDER_BALANCE: 100, SELLER_BALANCE: -93, PLATFORM_FEES: -7 }
/** Of which 30 have gone back. */
const partly: Amounts = { PROVIDER_BALANCE: 70, SELLER_BALANCE: -65, PLATFORM_FEES: -5 }
/** The same with a fee of 7 of which half is tax. */
const taxed = (position: Amounts): postings.Charge => ({ ...at(position, 7), feeTaxBasisPoints: 10_000 })
const releasedTaxed: Amounts = { PROVIDER_BALANCE: 100, SELLER_BALANCE: -93, PLATFORM_FEES: -3, FEE_TAX: -4 }
const partlyTaxed: Amounts = { PROVIDER_BALANCE: 70, SELLER_BALANCE: -65, PLATFORM_FEES: -2, FEE_TAX: -3 }
const heldInPart: Amounts = { PROVIDER_BALANCE: 70, HELD: -70 }

describe('what each act moves', () => {
  it.each<[string, Amounts, Amounts]>([
    ['a charge', postings.charged(100, asset), { PROVIDER_BALANCE: 100, UNASSIGNED: -100 }],
    ['a charge past the provider', postings.charged(100, 'OUTSIDE'), { OUTSIDE: 100, UNASSIGNED: -100 }],
    ['a fee of the provider', postings.feeTaken(3), { PROVIDER_FEES: 3, PROVIDER_BALANCE: -3 }],
    ['an order that is paid', postings.orderPaid(unassigned), { UNASSIGNED: 100, HELD: -100 }],
    ['an order that is paid, again', postings.orderPaid(held), {}],
    ['an order that is refunded', postings.refundOwed(held), { HELD: 100, BUYER_REFUNDS: -100 }],
    ['a charge that fits no order', postings.refundOwed(unassigned), { UNASSIGNED: 100, BUYER_REFUNDS: -100 }],
    ['a refund', postings.refundSent(at(owed), 100), { PROVIDER_BALANCE: -100, BUYER_REFUNDS: 100 }],
    ['a refund in part at the provider', postings.refundSent(at(held), 30), { PROVIDER_BALANCE: -30, HELD: 30 }],
    [
      'a refund of more than there is',
      postings.refundSent(at(held), 120),
      { PROVIDER_BALANCE: -120, HELD: 100, LOSSES: 20 },
    ],
    [
      'a refund that came back',
      postings.refundFailed(at({ PROVIDER_BALANCE: 0 }), 30, 'HELD'),
      { PROVIDER_BALANCE: 30, HELD: -30 },
    ],
    [
      'a refund that came back of what had been lost',
      postings.refundFailed(at(gone), 30, 'BUYER_REFUNDS'),
      { PROVIDER_BALANCE: 30, LOSSES: -20, BUYER_REFUNDS: -10 },
    ],
    [
      'a lost dispute that is won on appeal, before the release',
      postings.claimChanged(at({ PROVIDER_BALANCE: 0 }), { before: lost, after: none, whose: 'HELD' }),
      { PROVIDER_BALANCE: 40, HELD: -40 },
    ],
    [
      'the same after the release: seller and market have what each had borne',
      postings.claimChanged(at({ PROVIDER_BALANCE: 60, SELLER_BALANCE: -56, PLATFORM_FEES: -4 }, 7), {
        ...{ before: lost, after: none, whose: 'SHARES' },
      }),
      { PROVIDER_BALANCE: 40, SELLER_BALANCE: -37, PLATFORM_FEES: -3 },
    ],
    [
      'the same of what the market had lost, which comes back first',
      postings.claimChanged(at(gone), { before: lost, after: none, whose: 'BUYER_REFUNDS' }),
      { PROVIDER_BALANCE: 40, LOSSES: -20, BUYER_REFUNDS: -20 },
    ],
    ['a refund paid another way', postings.refundSettledOutside(at(owed), 100), { OUTSIDE: -100, BUYER_REFUNDS: 100 }],
    [
      'a dispute',
      postings.claimChanged(at(held), { before: none, after: open, whose: 'HELD' }),
      { DISPUTED: 40, PROVIDER_BALANCE: -40 },
    ],
    [
      'a dispute whose amount was corrected',
      postings.claimChanged(at(disputed), { before: open, after: { ...open, withdrawnCents: 30 }, whose: 'HELD' }),
      { DISPUTED: -10, PROVIDER_BALANCE: 10 },
    ],
    [
      'a dispute that is won',
      postings.claimChanged(at(disputed), { before: open, after: none, whose: 'HELD' }),
      { DISPUTED: -40, PROVIDER_BALANCE: 40 },
    ],
    [
      'a dispute that is lost',
      postings.claimChanged(at(disputed), { before: open, after: lost, whose: 'HELD' }),
      { DISPUTED: -40, HELD: 40 },
    ],
    [
      'a dispute that is lost at once',
      postings.claimChanged(at(held), { before: none, after: lost, whose: 'HELD' }),
      { PROVIDER_BALANCE: -40, HELD: 40 },
    ],
    [
      'a dispute that is lost of what was refunded',
      postings.claimChanged(at(gone), { before: none, after: lost, whose: 'HELD' }),
      { PROVIDER_BALANCE: -40, LOSSES: 40 },
    ],
    ['a release', postings.released(at(held, 7)), { HELD: 100, SELLER_BALANCE: -93, PLATFORM_FEES: -7 }],
    ['a release without a fee', postings.released(at(held)), { HELD: 100, SELLER_BALANCE: -100 }],
    [
      'a release of what is left after a refund in part',
      postings.released(at(heldInPart, 7)),
      { HELD: 70, SELLER_BALANCE: -65, PLATFORM_FEES: -5 },
    ],
    ['a release of what had all gone', postings.released(at({ PROVIDER_BALANCE: 0 }, 7)), {}],
    ['a release, again', postings.released(at(released, 7)), {}],
    [
      'a refund in part after the release',
      postings.refundSent(at(released, 7), 30),
      { PROVIDER_BALANCE: -30, SELLER_BALANCE: 28, PLATFORM_FEES: 2 },
    ],
    [
      'a refund of all after the release, of which some had gone',
      postings.refundSent(at(partly, 7), 100),
      { PROVIDER_BALANCE: -100, SELLER_BALANCE: 65, PLATFORM_FEES: 5, LOSSES: 30 },
    ],
    [
      'a refund after the release that came back',
      postings.refundFailed(at(partly, 7), 30, 'SHARES'),
      { PROVIDER_BALANCE: 30, SELLER_BALANCE: -28, PLATFORM_FEES: -2 },
    ],
    ['a part that is given back', postings.partOwed(at(held), 30), { HELD: 30, BUYER_REFUNDS: -30 }],
    ['a part of more than is held', postings.partOwed(at(heldInPart), 80), { HELD: 70, BUYER_REFUNDS: -70 }],
    [
      'a refund of a part that came back',
      postings.refundFailed(at(partly, 7, 30), 30, 'SHARES'),
      { PROVIDER_BALANCE: 30, BUYER_REFUNDS: -30 },
    ],
    [
      'a refund of more than the part that came back',
      postings.refundFailed(at({ ...partly, SELLER_BALANCE: -56, PLATFORM_FEES: -4 }, 7, 30), 30, 'SHARES'),
      { PROVIDER_BALANCE: 30, BUYER_REFUNDS: -20, SELLER_BALANCE: -9, PLATFORM_FEES: -1 },
    ],
    [
      'a dispute after the release',
      postings.claimChanged(at(released, 7), { before: none, after: open, whose: 'HELD' }),
      { DISPUTED: 40, PROVIDER_BALANCE: -40 },
    ],
    [
      'a dispute that is lost after the release',
      postings.claimChanged(at({ ...released, DISPUTED: 40, PROVIDER_BALANCE: 60 }, 7), {
        before: open,
        after: lost,
        whose: 'HELD',
      }),
      { DISPUTED: -40, SELLER_BALANCE: 37, PLATFORM_FEES: 3 },
    ],
    [
      'a release with a tax on the fee',
      postings.released(taxed(held)),
      { HELD: 100, SELLER_BALANCE: -93, PLATFORM_FEES: -3, FEE_TAX: -4 },
    ],
    [
      'a release of what is left, with a tax on the fee',
      postings.released(taxed(heldInPart)),
      { HELD: 70, SELLER_BALANCE: -65, PLATFORM_FEES: -2, FEE_TAX: -3 },
    ],
    [
      'a refund in part after the release, with a tax on the fee',
      postings.refundSent(taxed(releasedTaxed), 30),
      { PROVIDER_BALANCE: -30, SELLER_BALANCE: 28, PLATFORM_FEES: 1, FEE_TAX: 1 },
    ],
    [
      'a refund of all after the release, with a tax on the fee',
      postings.refundSent(taxed(releasedTaxed), 100),
      { PROVIDER_BALANCE: -100, SELLER_BALANCE: 93, PLATFORM_FEES: 3, FEE_TAX: 4 },
    ],
    [
      'a refund after the release that came back, with a tax on the fee',
      postings.refundFailed(taxed(partlyTaxed), 30, 'SHARES'),
      { PROVIDER_BALANCE: 30, SELLER_BALANCE: -28, PLATFORM_FEES: -1, FEE_TAX: -1 },
    ],
    [
      'a dispute that is lost after the release, with a tax on the fee',
      postings.claimChanged(taxed({ ...releasedTaxed, DISPUTED: 40, PROVIDER_BALANCE: 60 }), {
        whose: 'SHARES',
        before: open,
        after: lost,
      }),
      { DISPUTED: -40, SELLER_BALANCE: 37, PLATFORM_FEES: 1, FEE_TAX: 2 },
    ],
  ])('%s', (_act, amounts, moved) => {
    expect(amounts).toEqual(moved)
    expect(total(amounts)).toBe(0)
  })
})

const CENTS = 1000
const act = fc.oneof(
  fc.record({ kind: fc.constant('sent' as const), cents: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ kind: fc.constant('failed' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('outside' as const), cents: fc.integer({ min: 1, max: CENTS }) }),
  fc.record({ kind: fc.constant('disputed' as const), cents: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ kind: fc.constant('decided' as const), which: fc.nat(), isLost: fc.boolean() }),
  fc.record({ kind: fc.constant('appealed' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('paid' as const) }),
  fc.record({ kind: fc.constant('ended' as const) }),
  fc.record({ kind: fc.constant('released' as const) }),
  fc.record({ kind: fc.constant('settled' as const), cents: fc.integer({ min: 1, max: CENTS }) }),
)

describe('the fee of a part', () => {
  it('and its tax never grow when more goes back, and the tax changes nothing of what is the seller’s', () => {
    const terms = fc.record({
      feeCents: fc.integer({ min: 0, max: 1000 }),
      feeTaxBasisPoints: fc.integer({ min: 0, max: 10_000 }),
      keptCents: fc.integer({ min: 1, max: 1000 }),
    })
    const property = fc.property(terms, ({ keptCents, ...charge }) => {
      const released = (cents: number, rate = charge.feeTaxBasisPoints) =>
        postings.released({
          ...{ amountCents: 1000, giveBackCents: 0, asset, position: { HELD: -cents } },
          ...{ feeCents: charge.feeCents, feeTaxBasisPoints: rate },
        })
      const [more, less, untaxed] = [released(keptCents), released(keptCents - 1), released(keptCents, 0)]
      for (const kind of ['PLATFORM_FEES', 'FEE_TAX'] as const) {
        expect(more[kind] ?? 0).toBeLessThanOrEqual(less[kind] ?? 0)
        expect(less[kind] ?? 0).toBeLessThanOrEqual(0)
      }
      expect(more.SELLER_BALANCE).toBe(untaxed.SELLER_BALANCE)
    })
    fc.assert(property, { seed: 1, numRuns: 2000 })
  })
})

describe('any sequence of acts', () => {
  it('sums to zero, and ends where the refunds and disputes that are there say, in whatever order they came', () => {
    const fee = fc.integer({ min: 0, max: CENTS })
    const rate = fc.integer({ min: 0, max: 10_000 })
    const property = fc.property(fee, rate, fc.array(act, { maxLength: 30 }), (feeCents, feeTaxBasisPoints, acts) => {
      const terms = { amountCents: CENTS, feeCents, feeTaxBasisPoints, asset } as const
      const charge = (): postings.Charge => ({ ...terms, giveBackCents, position })
      let position = postings.charged(CENTS, asset)
      const [sent, open, losses] = [[] as number[], [] as number[], [] as number[]]
      let [outside, giveBackCents] = [0, 0]
      let whose: 'UNASSIGNED' | 'HELD' | 'BUYER_REFUNDS' | 'SHARES' = 'UNASSIGNED'
      const post = (amounts: Amounts) => {
        expect(total(amounts)).toBe(0)
        position = sumOf(position, amounts)
      }
      for (const one of acts) {
        if (one.kind === 'paid' && whose === 'UNASSIGNED') {
          post(postings.orderPaid(position))
          whose = 'HELD'
        } else if (one.kind === 'released' && whose === 'HELD') {
          post(postings.released(charge()))
          whose = 'SHARES'
        } else if (one.kind === 'settled' && whose === 'HELD' && one.cents < -(position.HELD ?? 0)) {
          giveBackCents = CENTS + (position.HELD ?? 0) + one.cents
          post(postings.partOwed(charge(), one.cents))
          post(postings.released(charge()))
          whose = 'SHARES'
        } else if (one.kind === 'ended' && whose !== 'SHARES') {
          post(postings.refundOwed(position))
          whose = 'BUYER_REFUNDS'
        } else if (one.kind === 'sent') {
          post(postings.refundSent(charge(), one.cents))
          sent.push(one.cents)
        } else if (one.kind === 'failed' && sent.length > 0) {
          const [cents = 0] = sent.splice(one.which % sent.length, 1)
          post(postings.refundFailed(charge(), cents, whose))
        } else if (one.kind === 'outside') {
          post(postings.refundSettledOutside(charge(), one.cents))
          outside += one.cents
        } else if (one.kind === 'disputed') {
          const after = { withdrawnCents: one.cents, lostCents: 0 }
          post(postings.claimChanged(charge(), { before: none, after, whose }))
          open.push(one.cents)
        } else if (one.kind === 'decided' && open.length > 0) {
          const [cents = 0] = open.splice(one.which % open.length, 1)
          const before = { withdrawnCents: cents, lostCents: 0 }
          const after = one.isLost ? { withdrawnCents: 0, lostCents: cents } : none
          post(postings.claimChanged(charge(), { before, after, whose }))
          if (one.isLost) losses.push(cents)
        } else if (one.kind === 'appealed' && losses.length > 0) {
          const [cents = 0] = losses.splice(one.which % losses.length, 1)
          const before = { withdrawnCents: 0, lostCents: cents }
          post(postings.claimChanged(charge(), { before, after: none, whose }))
        }
      }
      const sum = (cents: number[]) => cents.reduce((all, part) => all + part, 0)
      const lost = sum(losses)
      const rest = CENTS - sum(sent) - outside - lost
      const left = Math.max(0, rest)
      const kept = Math.min(left, CENTS - giveBackCents)
      const marketShare = Math.round((kept * feeCents) / CENTS)
      const tax = Math.round((marketShare * feeTaxBasisPoints) / (10_000 + feeTaxBasisPoints))
      const shares = { SELLER_BALANCE: marketShare - kept, PLATFORM_FEES: tax - marketShare, FEE_TAX: -tax }
      const theirs = whose === 'SHARES' ? { ...shares, BUYER_REFUNDS: kept - left } : { [whose]: -left }
      const expected: Amounts = { ...theirs, LOSSES: Math.max(0, -rest), OUTSIDE: -outside }
      const there = CENTS - sum(sent) - sum(open) - lost
      expect(position).toEqual(sumOf(expected, { DISPUTED: sum(open), PROVIDER_BALANCE: there }))
    })
    fc.assert(property, { seed: 1, numRuns: 2000 })
  })
})
