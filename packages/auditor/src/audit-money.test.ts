import { describe, expect, it } from 'vitest'
import { compare } from './audit-money.ts'
import type { LedgerItem, LedgerTransfer } from './ledger-positions.ts'
import type { ProviderItem } from './provider-positions.ts'
import type { ProviderAccountPosition, ProviderTransfer } from './transfer-positions.ts'

const position = { received: 20_000, refunded: 5000, disputed: 0, lost: 0, fees: 610 }
const sums = { net: 14_390, disputed: 0, fees: 610, losses: 0, outside: 0 }
const entry: LedgerItem = { name: 'payment p', orderId: 'o', intentId: 'pi_1', chargeId: null, position, ...sums }
const item: ProviderItem = {
  ...{ chargeId: 'ch_1', intentId: 'pi_1', orderId: 'o', marketId: 'm', position },
  movedAt: new Date(0),
  inFlight: [],
}
const none = {
  ...{ transfers: [], accounts: new Map<string, number>(), connectedCents: 0 },
  ...{ owedCents: 14_000, coveringCents: 14_390 },
}
const audit = (entries: LedgerItem[], items: ProviderItem[], providerCents = 14_390, otherCents = 0) =>
  compare(
    { ...none, items: entries, marketId: 'm', providerCents },
    { items: new Map(items.map(one => [one.chargeId, one])), transfers: new Map(), accounts: new Map(), otherCents },
  ).differences.map(({ what }) => what)

describe('the auditor', () => {
  it('finds nothing where both say the same', () => {
    expect(audit([entry], [item])).toEqual([])
  })

  it.each<[string, Partial<ProviderItem['position']>, string]>([
    ['a refund that nobody posted', { refunded: 6000 }, 'has 5000 cents refunded, by the provider 6000'],
    ['a fee that is not known yet', { fees: 611 }, 'has 610 cents of fees, by the provider 611'],
    ['a dispute that nobody posted', { disputed: 1 }, 'has 0 cents with a bank, by the provider 1'],
    ['a cent that was lost', { lost: 1 }, 'has 0 cents lost, by the provider 1'],
    ['a loss that is not one', { refunded: 20_001 }, 'has 0 cents of losses, by the provider 1'],
  ])('names the charge, the order and the cents of %s', (_what, change, said) => {
    const moved = { ...item, position: { ...position, ...change }, inFlight: ['refund re_1 is pending'] }
    const found = audit([entry], [moved])
    expect(found).toContain(`charge ch_1 (pi_1): payment p of order o ${said}; in flight: refund re_1 is pending`)
  })

  it('names what one of them does not have', () => {
    expect(audit([], [item], 0)).toEqual(['charge ch_1 (pi_1): 15000 cents of order o are in no account of the ledger'])
    expect(audit([entry], [])).toEqual(['payment p (pi_1) has 14390 cents at the provider, which has no such charge'])
  })

  it('leaves alone the charges of other products, and those of which nothing is left', () => {
    expect(audit([entry], [item, { ...item, chargeId: 'ch_2', intentId: 'pi_2', marketId: 'other' }])).toEqual([])
    const returned = { ...position, refunded: 20_000 }
    expect(audit([entry], [item, { ...item, chargeId: 'ch_2', intentId: 'pi_2', position: returned }])).toEqual([])
  })

  it('names a balance that its items do not explain', () => {
    expect(audit([entry], [item], 1)).toEqual(['the provider has 14390 cents of this market, the ledger 1'])
  })

  it('lets whoever runs the market take out what is its own, and names what is more', () => {
    expect(audit([entry], [item], 14_390, -390)).toEqual([])
    expect(audit([entry], [item], 14_390, -391)).toEqual([
      '391 cents were taken out of the provider’s balance, which are more than the market’s own: 14000 are owed to buyers and sellers, 13999 are there',
    ])
    // It may be of the other product on the account.
    const other = { ...item, chargeId: 'ch_2', intentId: 'pi_2', marketId: 'other' }
    expect(audit([entry], [item, other], 14_390, -9000)).toEqual([])
  })

  it('holds an unmatched charge against what is left of it', () => {
    const unmatched = { ...entry, name: 'unmatched charge u', orderId: null, chargeId: 'ch_1', position: null }
    expect(audit([unmatched], [item])).toEqual([])
    expect(audit([{ ...unmatched, net: 1 }], [item], 1)).toEqual([
      'charge ch_1 (pi_1): unmatched charge u has 1 cents on the provider’s balance, by the provider 14390',
    ])
  })
})

const row: LedgerTransfer = {
  ...{ id: 't', providerId: 'tr_1', orderId: 'o', accountId: 'acct_1', state: 'SENT' },
  ...{ sent: 9000, reversed: 1000 },
}
const transfer: ProviderTransfer = {
  ...{ id: 'tr_1', transferId: 't', orderId: 'o', group: 'order:o', accountId: 'acct_1', chargeId: 'ch_1' },
  position: { sent: 9000, reversed: 1000 },
  movedAt: new Date(0),
}
const account: ProviderAccountPosition = {
  ...{ accountId: 'acct_1', held: 5000, movedAt: new Date(0) },
  inFlight: ['payout po_2 of 500 cents is in_transit'],
}

interface Sides {
  rows?: LedgerTransfer[]
  accounts?: [string, number][]
  transfers?: ProviderTransfer[]
  account?: ProviderAccountPosition | null
  providerCents?: number
  connectedCents?: number
}

/** A transfer of which a part came back; of the rest, $30 were paid out, and $5 are on their way. */
const auditTransfers = (sides: Sides) => {
  const { rows = [row], accounts = [['acct_1', 5000]], transfers = [transfer] } = sides
  const { providerCents = 6390, connectedCents = 5000 } = sides
  const theirs = sides.account === undefined ? account : sides.account
  const ledger = { transfers: rows, accounts: new Map(accounts), connectedCents, owedCents: 0, coveringCents: 0 }
  return compare(
    { ...ledger, items: [entry], marketId: 'm', providerCents },
    {
      items: new Map([[item.chargeId, item]]),
      transfers: new Map(transfers.map(one => [one.id, one])),
      accounts: new Map([['acct_1', theirs]]),
      otherCents: 0,
    },
  ).differences.map(({ what }) => what)
}

describe('the auditor, of what went to sellers', () => {
  it('finds nothing where both say the same', () => {
    expect(auditTransfers({})).toEqual([])
  })

  it.each<[string, Sides, string]>([
    [
      'a transfer of more than was posted',
      { transfers: [{ ...transfer, position: { sent: 9001, reversed: 1000 } }] },
      'transfer tr_1: transfer t of order o has 9000 cents sent, by the provider 9001',
    ],
    [
      'a reversal that nobody posted',
      { transfers: [{ ...transfer, position: { sent: 9000, reversed: 1001 } }] },
      'transfer tr_1: transfer t of order o has 1000 cents taken back, by the provider 1001',
    ],
    [
      'a transfer to another account',
      { transfers: [{ ...transfer, accountId: 'acct_2' }] },
      'transfer tr_1: transfer t of order o is to acct_1, by the provider to acct_2',
    ],
    [
      'a transfer that was made and is not posted, with what is in flight',
      { rows: [{ ...row, providerId: null, state: 'PENDING', sent: 0, reversed: 0 }] },
      'transfer tr_1: transfer t of order o has 0 cents sent, by the provider 9000; in flight: it is PENDING here',
    ],
    [
      'a transfer of this market’s charge that the ledger does not know',
      { rows: [], accounts: [] },
      'transfer tr_1: 8000 cents of order o to acct_1 are in no account of the ledger',
    ],
    [
      'a transfer that is not at the provider',
      { transfers: [], providerCents: 14_390 },
      'transfer t of order o has 8000 cents sent to acct_1, and the provider has no such transfer',
    ],
    [
      'a payout that nobody posted',
      { account: { ...account, held: 4000 } },
      'account acct_1 holds 5000 cents by the ledger, by the provider 4000 cents; in flight: payout po_2 of 500 cents is in_transit',
    ],
    [
      'an account that gives no access any more',
      { account: null },
      'account acct_1 holds 5000 cents by the ledger, by the provider no access',
    ],
    [
      'a balance that no transfer explains',
      { providerCents: 6391 },
      'the provider has 6390 cents of this market, the ledger 6391',
    ],
    [
      'what is posted under no transfer or payout',
      { connectedCents: 5001 },
      'the sellers’ accounts hold 5000 cents of this market, by the ledger 5001',
    ],
  ])('names %s', (_what, sides, said) => {
    expect(auditTransfers(sides)).toContain(said)
  })

  it('leaves alone what another product transfers', () => {
    const other = { ...transfer, id: 'tr_2', transferId: null, accountId: 'acct_2', chargeId: 'ch_2' }
    expect(auditTransfers({ transfers: [transfer, other] })).toEqual([])
  })
})
