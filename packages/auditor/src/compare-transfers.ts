import type { Difference } from './audit-money.ts'
import type { Ledger, LedgerTransfer } from './ledger-positions.ts'
import type { ProviderAccountPosition, ProviderTransfer } from './transfer-positions.ts'

type Compared = {
  differences: Difference[]
  /** The sum of it by the provider. */
  cents: number
}

type Sent = {
  /** By the provider's id. */
  transfers: ReadonlyMap<string, ProviderTransfer>
  /** The charges of this market. */
  charges: ReadonlySet<string>
}

/** Compares every transfer of this market with the ledger: how much went, how much came back, and where. */
export function compareTransfers(ledger: Ledger, { transfers, charges }: Sent): Compared {
  const byId = new Map(ledger.transfers.map(row => [row.id, row]))
  const byProviderId = new Map(
    ledger.transfers.flatMap(row => (row.providerId === null ? [] : [[row.providerId, row]])),
  )
  const seen = new Set<LedgerTransfer>()
  const differences: Difference[] = []
  let cents = 0
  for (const item of transfers.values()) {
    const row = byProviderId.get(item.id) ?? byId.get(item.transferId ?? '')
    const isOurs = row !== undefined || charges.has(item.chargeId ?? '') || ledger.accounts.has(item.accountId)
    if (!isOurs) continue
    cents += item.position.sent - item.position.reversed
    const found = row ? differencesOf(row, item) : unknown(item)
    if (row) seen.add(row)
    differences.push(
      ...found.map(what => ({ what: `transfer ${item.id}: ${what}`, intentId: null, movedAt: item.movedAt })),
    )
  }
  for (const row of ledger.transfers) {
    if (seen.has(row) || row.sent === row.reversed) continue
    const what = `${nameOf(row)} has ${row.sent - row.reversed} cents sent to ${row.accountId}, and the provider has no such transfer`
    differences.push({ what, intentId: null, movedAt: null })
  }
  return { differences, cents }
}

/** Compares what every seller's account holds with the ledger. */
export function compareAccounts(
  ledger: Ledger,
  accounts: ReadonlyMap<string, ProviderAccountPosition | null>,
): Compared {
  const differences: Difference[] = []
  let cents = 0
  for (const [accountId, here] of ledger.accounts) {
    const account = accounts.get(accountId)
    cents += account?.held ?? 0
    if (here === (account?.held ?? 0)) continue
    const there = account ? `${account.held} cents` : 'no access'
    const flying = account && account.inFlight.length > 0 ? `; in flight: ${account.inFlight.join(', ')}` : ''
    const what = `account ${accountId} holds ${here} cents by the ledger, by the provider ${there}${flying}`
    differences.push({ what, intentId: null, movedAt: account?.movedAt ?? null })
  }
  return { differences, cents }
}

function differencesOf(row: LedgerTransfer, { position, accountId }: ProviderTransfer): string[] {
  const compared: [what: string, here: number, there: number][] = [
    ['sent', row.sent, position.sent],
    ['taken back', row.reversed, position.reversed],
  ]
  const flying = row.state === 'SENT' ? '' : `; in flight: it is ${row.state} here`
  const wrong = compared
    .filter(([, here, there]) => here !== there)
    .map(([what, here, there]) => `${nameOf(row)} has ${here} cents ${what}, by the provider ${there}${flying}`)
  if (row.accountId === accountId) return wrong
  return [...wrong, `${nameOf(row)} is to ${row.accountId}, by the provider to ${accountId}`]
}

function unknown({ position, accountId, orderId, group }: ProviderTransfer): string[] {
  const cents = position.sent - position.reversed
  return cents === 0
    ? []
    : [`${cents} cents of order ${orderId ?? group ?? 'none'} to ${accountId} are in no account of the ledger`]
}

function nameOf({ id, orderId }: LedgerTransfer): string {
  return `transfer ${id} of order ${orderId}`
}
