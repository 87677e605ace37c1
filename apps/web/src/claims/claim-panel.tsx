import { claimReasonLabels, describeWish } from '@second-ring/contracts/claims/claim-words'
import type { OrderDetails } from '@second-ring/contracts/orders/order-details'
import { useQueryClient } from '@tanstack/react-query'
import { Hourglass } from 'lucide-react'
import { useTRPC } from '#api-client/trpc.ts'
import { ExactMoment } from '#ui/exact-moment.tsx'
import { Panel } from '#ui/panel.tsx'
import { Term, Terms } from '#ui/terms.tsx'
import { TimeLeft } from '#ui/time-left.tsx'
import { ClaimActs } from './claim-acts.tsx'
import { ClaimPictures } from './claim-pictures.tsx'
import { describeAnswer, describeClaim, describeDecision } from './claim-words.ts'
import type { ClaimedOrder } from './claimed-order.ts'
import { ReturnCode } from './return-code.tsx'

/** What the buyer says is wrong with the phone, what was answered, and whose turn it is. Nothing while nobody said anything. */
export function ClaimPanel({ order }: { order: OrderDetails }) {
  if (order.claim === null) return null
  return <ClaimOf order={{ ...order, claim: order.claim }} />
}

function ClaimOf({ order }: { order: ClaimedOrder }) {
  const { claim, viewer } = order
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const answer = describeAnswer(claim, viewer)
  return (
    <Panel title="Problem with the phone">
      <p role="status" className="text-lg wrap-anywhere">
        {describeClaim(claim, viewer, order.codeUsedUp)}
      </p>
      {claim.dueAt && (
        <p className="mt-2 flex items-center gap-2 font-semibold print:hidden">
          <Hourglass aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <TimeLeft
            key={claim.dueAt}
            until={claim.dueAt}
            over="The time is over."
            onOver={() => void queryClient.invalidateQueries(trpc.orders.details.queryFilter({ orderId: order.id }))}
          />
        </p>
      )}
      <div className="mt-4">
        <Terms>
          <Term name="What is wrong">{claimReasonLabels[claim.reason]}</Term>
          <Term name="The buyer wants" className="wrap-anywhere first-letter:uppercase">
            {describeWish(claim.wish, claim.wishCents)}
          </Term>
          <Term name="Reported">
            <ExactMoment at={claim.openedAt} />
          </Term>
        </Terms>
      </div>
      {claim.text && <p className="mt-3 whitespace-pre-line wrap-anywhere">{claim.text}</p>}
      <ClaimPictures pictures={claim.pictures} />
      {answer && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="font-semibold">{answer}</p>
          {claim.answerText && <p className="mt-1 whitespace-pre-line wrap-anywhere">{claim.answerText}</p>}
        </div>
      )}
      {claim.decision && (
        <div className="mt-4 border-t border-line pt-4">
          <p className="font-semibold">An admin has decided: {describeDecision(claim)}.</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{claim.decisionReason}</p>
        </div>
      )}
      {claim.returnCode && (
        <ReturnCode
          orderId={order.id}
          code={order.codeUsedUp ? '' : claim.returnCode}
          canRenew={order.can.includes('renewReturnCode')}
        />
      )}
      <ClaimActs order={order} />
    </Panel>
  )
}
