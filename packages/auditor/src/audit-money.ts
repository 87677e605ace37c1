import type pg from 'pg'
import type Stripe from 'stripe'
import { compareAccounts, compareTransfers } from './compare-transfers.ts'
import { type Ledger, type LedgerItem, readLedger } from './ledger-positions.ts'
import { lossOf, netOf } from './position.ts'
import { type ProviderAccount, type ProviderItem, readProvider } from './provider-positions.ts'
import { type ProviderAccountPosition, readAccount } from './transfer-positions.ts'

/** Something about which the provider and the product's ledger do not agree. */
export type Difference = {
  /** Which item, in what, by how many cents, and what of it is in flight. */
  what: string
  /** Null when it is about the whole. */
  intentId: string | null
  /** When the provider last moved its money; null when it knows nothing of it. */
  movedAt: Date | null
}

export type Audit = {
  /** How many charges of this market the provider has. */
  charges: number
  /** What is on the provider's balance of them, but for what went on to sellers; in cents. */
  netCents: number
  differences: Difference[]
}

export type AuditSources = {
  /** An SDK on the provider's account, in the version of its API that the market uses. */
  stripe: Stripe
  /** The product's database. */
  database: Pick<pg.Pool, 'query'>
}

/**
 * Recomputes everybody's position from the provider's balance transactions, and compares it with the product's ledger. It shares
 * no code with what posts. At rest there is no difference, to the cent.
 * @throws the SDK's and the driver's errors
 */
export async function auditMoney({ stripe, database }: AuditSources): Promise<Audit> {
  // The ledger first: what it has come from the provider, which therefore has it too.
  const ledger = await readLedger(database)
  const provider = await readProvider(stripe)
  const ours = new Set([...ledger.accounts.keys(), ...ledger.transfers.map(({ accountId }) => accountId)])
  const accounts = new Map<string, ProviderAccountPosition | null>()
  for (const accountId of ours) accounts.set(accountId, await readAccount(stripe, accountId))
  return compare(ledger, { ...provider, accounts })
}

/** The same on what was read; of an account that the provider gives no access to it is null. */
export function compare(
  ledger: Ledger,
  {
    items,
    transfers,
    accounts,
    otherCents,
  }: ProviderAccount & { accounts: ReadonlyMap<string, ProviderAccountPosition | null> },
): Audit {
  const known = new Map(ledger.items.map(item => [item.chargeId ?? item.intentId, item]))
  const found = [...items.values()].map(item => ({ item, entry: entryOf(known, item) }))
  const ours = found.filter(({ item, entry }) => entry || item.marketId === ledger.marketId)
  const differences: Difference[] = ours.flatMap(({ item, entry }) =>
    (entry ? differencesOf(entry, item) : unknown(item)).map(what => describe(what, item)),
  )
  const seen = new Set(ours.map(({ entry }) => entry))
  for (const entry of ledger.items) {
    const isEmpty = entry.net === 0 && entry.disputed === 0 && entry.fees === 0
    if (seen.has(entry) || isEmpty) continue
    const what = `${entry.name} (${entry.intentId}) has ${entry.net} cents at the provider, which has no such charge`
    differences.push({ what, intentId: entry.intentId, movedAt: null })
  }
  const charges = new Set(ours.map(({ item }) => item.chargeId))
  const sent = compareTransfers(ledger, { transfers, charges })
  const held = compareAccounts(ledger, accounts)
  differences.push(...sent.differences, ...held.differences)
  const received = ours.reduce((sum, { item, entry }) => sum + (entry ? netOf(item.position) : 0), 0)
  const netCents = received - sent.cents
  if (differences.length === 0 && netCents !== ledger.providerCents) {
    const what = `the provider has ${netCents} cents of this market, the ledger ${ledger.providerCents}`
    differences.push({ what, intentId: null, movedAt: null })
  }
  if (differences.length === 0 && held.cents !== ledger.connectedCents) {
    const what = `the sellers’ accounts hold ${held.cents} cents of this market, by the ledger ${ledger.connectedCents}`
    differences.push({ what, intentId: null, movedAt: null })
  }
  const left = ledger.coveringCents + otherCents
  // On an account that other products use too, it may have been theirs.
  if (ours.length === found.length && otherCents < 0 && left < ledger.owedCents) {
    const what = `${-otherCents} cents were taken out of the provider’s balance, which are more than the market’s own: ${ledger.owedCents} are owed to buyers and sellers, ${left} are there`
    differences.push({ what, intentId: null, movedAt: null })
  }
  return { charges: ours.length, netCents, differences }
}

function entryOf(known: ReadonlyMap<string, LedgerItem>, { chargeId, intentId }: ProviderItem): LedgerItem | undefined {
  return known.get(chargeId) ?? (intentId === null ? undefined : known.get(intentId))
}

function differencesOf(entry: LedgerItem, { position }: ProviderItem): string[] {
  const compared: [what: string, here: number, there: number][] = [
    ['on the provider’s balance', entry.net, netOf(position)],
    ['with a bank', entry.disputed, position.disputed],
    ['of fees', entry.fees, position.fees],
    ['of losses', entry.losses, lossOf(position, entry.outside)],
  ]
  if (entry.position) {
    for (const part of ['received', 'refunded', 'lost'] as const)
      compared.push([part, entry.position[part], position[part]])
  }
  const name = entry.orderId === null ? entry.name : `${entry.name} of order ${entry.orderId}`
  return compared
    .filter(([, here, there]) => here !== there)
    .map(([what, here, there]) => `${name} has ${here} cents ${what}, by the provider ${there}`)
}

/** A charge of this market that the ledger does not know. One of which nothing is left owes nobody anything. */
function unknown({ position, orderId }: ProviderItem): string[] {
  const left = position.received - position.refunded - position.lost
  if (left <= 0) return []
  return [`${left} cents of order ${orderId ?? 'none'} are in no account of the ledger`]
}

function describe(what: string, { chargeId, intentId, inFlight, movedAt }: ProviderItem): Difference {
  const flying = inFlight.length > 0 ? `; in flight: ${inFlight.join(', ')}` : ''
  return { what: `charge ${chargeId} (${intentId}): ${what}${flying}`, intentId, movedAt }
}
