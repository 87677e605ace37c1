import type { Deal, DealState } from '@second-ring/contracts/earnings/earnings'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#api-client/trpc.ts'
import { HeldLine } from '#listings/deal-lines.tsx'
import { Badge, type Tone } from '#ui/badge.tsx'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { describeWait, isPaidOut } from './payout-wait.ts'

const held = { label: 'Held', tone: 'neutral' } as const

/** In the words of the seller: a badge, what is said before the moment that goes with it, and before the one that is expected. */
const states: Record<DealState, { label: string; tone: Tone; before?: string; expected?: string }> = {
  paid: held,
  'handed-over': held,
  claimed: { ...held, tone: 'warm' },
  ready: { label: 'Ready', tone: 'good', before: 'Yours since ' },
  waiting: { label: 'Waits', tone: 'warm', before: 'Sent to our payment provider on ' },
  'on-its-way': { label: 'On its way', tone: 'good', before: 'Sent on ', expected: '. It arrives about ' },
  'paid-out': { label: 'Paid out', tone: 'good', before: 'Arrived on ' },
  kept: { label: 'Kept', tone: 'warm', before: 'It went to what you owed for another sale' },
  done: { label: 'Done', tone: 'neutral', before: 'The fee took all of it on ' },
  refunded: { label: 'Refunded', tone: 'warm', before: 'The buyer gets the money back' },
}

/** Where the money of a deal is, for its seller. */
export function DealStatus({ deal }: { deal: Deal }) {
  const { label, tone } = states[deal.state]
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {deal.disputed && <Badge tone="bad">Disputed</Badge>}
      <span className="text-sm text-muted">
        {deal.disputed ? 'Nothing moves until the buyer’s bank has decided' : <Where deal={deal} />}
      </span>
    </div>
  )
}

function Where({ deal: { state, stage, at, expectedAt, wait } }: { deal: Deal }) {
  const { before, expected } = states[state]
  if (before === undefined) return <HeldLine stage={stage} dueAt={at} />
  return (
    <>
      {before}
      {at && state !== 'kept' && <ExactMoment at={at} />}
      {wait && `. ${describeWait(wait)}`}
      {state === 'ready' && <SentOn expectedAt={expectedAt} />}
      {expected && expectedAt && (
        <>
          {expected}
          <ExactMoment at={expectedAt} />
        </>
      )}
    </>
  )
}

/** When money that is ready is sent on; nothing until it is known whether an admin has stopped that. */
function SentOn({ expectedAt }: Pick<Deal, 'expectedAt'>) {
  const { data: account } = useQuery(useTRPC().payouts.account.queryOptions())
  if (account === undefined) return null
  if (account.frozen) return '. It waits: an admin has stopped payouts to you'
  // Without one that can be paid it waits for that, which is said beside it.
  if (!isPaidOut(account)) return null
  return (
    expectedAt && (
      <>
        . Our payment provider sends it on from <ExactMoment at={expectedAt} />
      </>
    )
  )
}
