import type { CaseEntry } from '@second-ring/contracts/claims/case'
import { formatExactCents } from '@second-ring/contracts/money'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'

/** The ledger's accounts in words. What is owed, or was earned, is posted as less than zero, and shown as what it is. */
const accounts: Readonly<Record<string, { name: string; isOwed?: true }>> = {
  PROVIDER_BALANCE: { name: 'With the payment provider' },
  CONNECTED_BALANCE: { name: 'On the seller’s account at the provider' },
  DISPUTED: { name: 'Withdrawn by the buyer’s bank' },
  OUTSIDE: { name: 'Past the payment provider' },
  UNASSIGNED: { name: 'Received, for no order yet', isOwed: true },
  HELD: { name: 'Held for the order', isOwed: true },
  BUYER_REFUNDS: { name: 'Owed back to the buyer', isOwed: true },
  SELLER_BALANCE: { name: 'The seller’s', isOwed: true },
  SELLER_PAYOUTS: { name: 'On its way to the seller', isOwed: true },
  PLATFORM_FEES: { name: 'Second Ring’s fee', isOwed: true },
  FEE_TAX: { name: 'Tax on the fee', isOwed: true },
  PROVIDER_FEES: { name: 'The provider’s fee' },
  LOSSES: { name: 'Lost' },
}

/** What moved the money of a deal, act by act, as the ledger has it. */
export function CaseEntries({ entries }: { entries: readonly CaseEntry[] }) {
  const acts = [...Map.groupBy(entries, ({ transactionId }) => transactionId).values()]
  return (
    <Panel title="Ledger">
      {acts.length === 0 && <p className="text-muted">No money has moved.</p>}
      <ol className="grid gap-4">
        {acts.map(parts => (
          <li key={parts[0]?.transactionId} className="border-l-2 border-line pl-3">
            <p className="font-semibold">{wordsOf(parts[0]?.act ?? '')}</p>
            <p className="text-sm text-muted">
              <ExactMoment at={parts[0]?.postedAt ?? ''} />
            </p>
            <ul className="mt-1 text-sm">
              {parts.map(({ account, amountCents }) => (
                <li key={account} className="flex justify-between gap-4">
                  <span>{accounts[account]?.name ?? wordsOf(account)}</span>
                  <span className="tabular-nums">
                    {formatExactCents(accounts[account]?.isOwed ? -amountCents : amountCents)}
                  </span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** A name of the ledger as words: `REFUND_OWED` is `Refund owed`. */
function wordsOf(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
