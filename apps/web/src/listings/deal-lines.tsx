import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import type { DealSummary } from '@second-ring/contracts/orders/deal-summary'
import { ExactMoment } from '#ui/exact-moment.tsx'
import type { DealWords } from './deal-words.ts'
import { dealWords, heldWords } from './held-words.ts'

const looks = { yours: 'font-semibold text-ink', bank: 'font-medium text-danger' }

/** All that waits in a deal, for one of its sides, a line each. */
export function DealLines({ deal, side }: { deal: DealSummary; side: 'buyer' | 'seller' }) {
  return dealWords(deal, side).map(line => (
    <p key={line.before} className={line.look && looks[line.look]}>
      <Line words={line} />
    </p>
  ))
}

/** What is waited for in a deal whose money is held, for its seller. Nothing of any other deal. */
export function HeldLine({ stage, dueAt }: { stage: DealStage; dueAt: string | null }) {
  const words = heldWords(stage, dueAt, 'seller')
  return words && <Line words={words} />
}

function Line({ words: { before, at, after } }: { words: DealWords }) {
  return (
    <>
      {before}
      {at && <ExactMoment at={at} />}
      {after}
    </>
  )
}
