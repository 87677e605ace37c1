import { describe, expect, it } from 'vitest'
import { compare } from './audit-money.ts'
import type { LedgerItem } from './ledger-positions.ts'
import type { ProviderItem } from './provider-positions.ts'

const position = { received: 20_000, refunded: 5000, disputed: 0, lost: 0, fees: 610 }
const sums = { net: 14_390, disputed: 0, fees: 610, losses: 0, outside: 0 }
const entry: LedgerItem = { name: 'payment p', orderId: 'o', intentId: 'pi_1', chargeId: null, position, ...sums }
const item: ProviderItem = {
  ...{ chargeId: 'ch_1', intentId: 'pi_1', orderId: 'o', marketId: 'm', position },
  movedAt: new Date(0),
  inFlight: [],
}
const audit = (entries: LedgerItem[], items: ProviderItem[], providerCents = 14_390) =>
  compare(
    { items: entries, marketId: 'm', providerCents },
    { items: new Map(items.map(one => [one.chargeId, one])), otherCents: 0 },
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

  it('holds an unmatched charge against what is left of it', () => {
    const unmatched = { ...entry, name: 'unmatched charge u', orderId: null, chargeId: 'ch_1', position: null }
    expect(audit([unmatched], [item])).toEqual([])
    expect(audit([{ ...unmatched, net: 1 }], [item], 1)).toEqual([
      'charge ch_1 (pi_1): unmatched charge u has 1 cents on the provider’s balance, by the provider 14390',
    ])
  })
})
