import type { Case } from '@second-ring/contracts/claims/case'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ClaimPanel } from '#claims/claim-panel.tsx'
import { MeetingPanel } from '#orders/meeting-panel.tsx'
import { OrderEvents } from '#orders/order-events.tsx'
import { OrderHeader } from '#orders/order-header.tsx'
import { OrderMoney } from '#orders/order-money.tsx'
import { OrderNotes } from '#orders/order-notes.tsx'
import { OrderParties } from '#orders/order-parties.tsx'
import { WhereItStands } from '#orders/where-it-stands.tsx'
import { PayoutFreeze } from '#payouts/payout-freeze.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useFocusOnLosing } from '#ui/use-focus-on-losing.ts'

// The last of its column: nothing moves when it comes.
const CaseEntries = lazyPart(async () => ({ default: (await import('./case-entries.tsx')).CaseEntries }))
const BankPanel = lazyPart(async () => ({ default: (await import('./bank-panel.tsx')).BankPanel }))
const CaseNotes = lazyPart(async () => ({ default: (await import('./case-notes.tsx')).CaseNotes }))
const PostPanel = lazyPart(async () => ({ default: (await import('./post-panel.tsx')).PostPanel }))
const HandoverStory = lazyPart(async () => ({ default: (await import('./handover-story.tsx')).HandoverStory }))
const DecideCaseDialog = lazyPart(() => import('./decide-case-dialog.tsx'))

const link = 'inline-flex min-h-11 items-center font-semibold text-accent-ink underline underline-offset-3 md:min-h-6'

/** A deal with a claim, an undecided handover, a suspended buyer or a disputed payment and all of its story, for an admin who decides it. */
export function CasePage({ story }: { story: Case }) {
  const { order, post, disputes, claim, handover, entries, notes, leftCents, decisions, payoutFreeze, payoutAccount } =
    story
  const focus = useFocusOnLosing()
  return (
    <article {...focus}>
      <OrderHeader order={order} title="Case">
        <p className="flex flex-wrap gap-x-4">
          <Link to="/listings/$listingId" params={{ listingId: order.listingId }} className={link}>
            The post
          </Link>
          <Link to="/dashboard/orders/$orderId" params={{ orderId: order.id }} className={link}>
            The order
          </Link>
          <Link to="/dashboard/users/$userId" params={{ userId: order.buyer.id }} className={link}>
            The buyer
          </Link>
          <Link to="/dashboard/users/$userId" params={{ userId: order.seller.id }} className={link}>
            The seller
          </Link>
        </p>
      </OrderHeader>
      <Decide order={order} leftCents={leftCents} decisions={decisions} />
      <div className="mt-6 grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-5">
          <ClaimPanel order={order} />
          {!(claim || handover) && <WhereItStands order={order} />}
          {disputes.map(dispute => (
            <BankPanel key={dispute.id} dispute={dispute} />
          ))}
          {handover && <HandoverStory order={order} handover={handover} isAlone={claim === null} />}
          {!handover && <MeetingPanel order={order} />}
          <PostPanel post={post} />
          <CaseNotes orderId={order.id} notes={notes} />
          <OrderNotes order={order} />
          <CaseEntries entries={entries} />
        </div>
        <div className="grid grid-cols-1 gap-5">
          <OrderParties order={order} />
          <OrderMoney order={order} />
          <PayoutFreeze
            seller={order.seller}
            freeze={payoutFreeze}
            account={payoutAccount}
            isRemoved={order.seller.name === ''}
          />
          <OrderEvents events={order.events} />
        </div>
      </div>
    </article>
  )
}

/** An open dialog stays, with what was typed in it, when another admin has decided meanwhile: it says so when it is sent. */
function Decide({ order, leftCents, decisions }: Pick<Case, 'order' | 'leftCents' | 'decisions'>) {
  const [offered, setOffered] = useState<Case['decisions']>()
  return (
    <>
      {decisions.length > 0 && (
        <p className="mt-4">
          <Button variant="primary" aria-haspopup="dialog" onClick={() => setOffered(decisions)}>
            Decide
          </Button>
        </p>
      )}
      {offered && (
        <DecideCaseDialog {...{ order, leftCents }} decisions={offered} onClose={() => setOffered(undefined)} />
      )}
    </>
  )
}
