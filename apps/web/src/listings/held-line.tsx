import type { DealStage } from '@second-ring/contracts/orders/deal.process'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { heldWords } from './held-words.ts'

/** What is waited for in a deal whose money is held, for its seller. Nothing of any other deal. */
export function HeldLine({ stage, dueAt }: { stage: DealStage; dueAt: string | null }) {
  const said = heldWords(stage, dueAt)
  return (
    said && (
      <>
        {said.before}
        {said.at && <ExactMoment at={said.at} />}
        {said.after}
      </>
    )
  )
}
