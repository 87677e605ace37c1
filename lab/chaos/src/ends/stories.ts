import { expireHolds } from '@second-ring/api/orders/expire-holds'
import { closePayments } from '@second-ring/api/payments/close-payments'
import { enforceDeadlines } from '@second-ring/api/payments/enforce-deadlines'
import { matchCharges } from '@second-ring/api/payments/match-charges'
import { returnUnmatchedCharge } from '@second-ring/api/payments/return-unmatched-charge'
import { sendRefund } from '@second-ring/api/payments/send-refund'
import { issueReceipts } from '@second-ring/api/receipts/issue-receipts'
import { type Acting, unlessDone } from './acting.ts'
import { claimStories } from './claim-stories.ts'
import {
  bankSays,
  begun,
  type Deal,
  handedOver,
  hear,
  hearMore,
  move,
  paid,
  paidOut,
  released,
  seller,
} from './deals.ts'

/** What a deal comes to, operation by operation. */
export type Story = (acting: Acting) => Promise<void>

const HOLD = 49
const MISSED = 15 * 24
const SOON = 2 / 60
/** Its refunds take days until a bank has decided. */
const PENDING = 'pm_card_pendingRefund'

const sold: Story = async acting => {
  const { sellerId } = await released(acting)
  await acting.act('number receipts', ({ platform }) => issueReceipts(platform))
  await paidOut(acting, sellerId)
  if (acting.random.chance(0.4)) await bankSays(acting, sellerId, 'returns')
}

const refund = async (acting: Acting, { orderId, sellerId }: Deal) => {
  const { admin, random, act } = acting
  const by = random.chance(0.5) ? admin : sellerId
  const wanted = { orderId, reason: 'It does not charge', relist: random.chance(0.5) }
  await act('refund', (process, idempotencyKey) => process.as(by).payments.refund({ ...wanted, idempotencyKey }))
}

const refunded: Story = async acting => refund(acting, await paid(acting))

const paymentOf = ({ market }: Acting, { intentId }: Deal) =>
  market.database.payment.findUniqueOrThrow({ where: { intentId }, select: { id: true } })

const sentBack: Story = async acting => {
  const { market, admin, act } = acting
  const deal = await paid(acting, { card: PENDING })
  await refund(acting, deal)
  const fail = async () => {
    for (const { id, status } of await market.card.refunds(deal.intentId)) {
      if (status === 'pending') await market.card.bank.failRefund(id)
    }
    await hearMore(acting, deal, 'a failed refund')
  }
  await market.runJobs()
  await fail()
  const { id: paymentId } = await paymentOf(acting, deal)
  await unlessDone(
    act('ask for a refund again', (process, idempotencyKey) =>
      process.as(admin).payments.askRefundAgain({ paymentId, idempotencyKey }),
    ),
  )
  await market.runJobs()
  if (acting.random.chance(0.5)) return
  await fail()
  await unlessDone(
    act('settle a refund outside', (process, idempotencyKey) =>
      process.as(admin).payments.settleRefundOutside({ paymentId, note: 'By cheque', idempotencyKey }),
    ),
  )
}

const paidTooLate: Story = async acting => {
  const { market, random, act } = acting
  const deal = await begun(acting)
  const { orderId, buyerId, intentId, clientSecret } = deal
  if (random.chance(0.5)) {
    await act('cancel', (process, idempotencyKey) => process.as(buyerId).orders.cancel({ orderId, idempotencyKey }))
  } else {
    await market.timePasses({ hours: HOLD })
    await act('let holds run out', async ({ platform }) => {
      const [failure] = await expireHolds(platform)
      if (failure) throw failure
    })
    // Somebody else has it meanwhile.
    await begun(acting, { sellerId: deal.sellerId })
  }
  // A job may have ended the intent already: then the card is not charged.
  if (random.chance(0.7)) await market.card.pay(clientSecret).catch(() => undefined)
  await act('close payments', ({ platform }) => closePayments(platform, { orderId }))
  await hearMore(acting, { ...deal, intentId }, 'a late payment')
}

const missed: Story = async acting => {
  const deal = await paid(acting)
  await acting.market.timePasses({ hours: MISSED })
  await acting.act('enforce deadlines', ({ platform }) => enforceDeadlines(platform))
  const { id: paymentId } = await paymentOf(acting, deal)
  await acting.market.timePasses({ hours: SOON })
  await acting.act('send a refund', ({ platform }) => sendRefund(platform, { paymentId }))
}

const removed: Story = async acting => {
  const { market, random, admin, act } = acting
  const deal = await paid(acting)
  const userId = random.chance(0.5) ? deal.buyerId : deal.sellerId
  await act('remove a user', (process, idempotencyKey) =>
    process.as(admin).accounts.removeUser({ userId, idempotencyKey }),
  )
  const { id: paymentId } = await paymentOf(acting, deal)
  await market.timePasses({ hours: 25 })
  await act('send a refund', ({ platform }) => sendRefund(platform, { paymentId }))
}

const cancelled: Story = async acting => {
  const { act } = acting
  const { orderId, buyerId, sellerId } = await paid(acting)
  const proposal = { orderId, reason: 'I have found another one' }
  const { proposalId } = await act('propose to cancel', (process, idempotencyKey) =>
    process.as(buyerId).orders.proposeCancellation({ ...proposal, idempotencyKey }),
  )
  await act('agree to cancel', (process, idempotencyKey) =>
    process.as(sellerId).orders.acceptCancellation({ orderId, proposalId, relist: true, idempotencyKey }),
  )
}

const notMet: Story = async acting => {
  const { market, act } = acting
  const { orderId, buyerId, sellerId } = await paid(acting)
  const meetingTime = new Date(Date.now() + 3_600_000).toISOString()
  const meeting = { orderId, meetingPlace: 'Central Library', meetingTime }
  const { proposalId } = await market.as(buyerId).orders.proposeMeeting(meeting)
  await market.as(sellerId).orders.acceptProposal({ orderId, proposalId })
  await market.timePasses({ hours: 3 })
  await market.as(buyerId).orders.reportNoShow({ orderId, text: 'I waited for an hour.' })
  await act('admit a no-show', (process, idempotencyKey) =>
    process.as(sellerId).orders.admitNoShow({ orderId, idempotencyKey }),
  )
}

const disputed: Story = async acting => {
  const { market, random, admin, act } = acting
  const isSent = random.chance(0.5)
  const deal = await (isSent ? released(acting) : handedOver(acting))
  if (isSent) await move(acting, 'to sellers')
  const disputeId = await market.card.dispute(deal.intentId)
  await hearMore(acting, deal, 'a dispute')
  const { id } = await market.database.dispute.findFirstOrThrow({ where: { providerId: disputeId } })
  if (random.chance(0.5)) {
    await act('answer a bank', (process, idempotencyKey) =>
      process.as(admin).payments.submitEvidence({ disputeId: id, note: '', idempotencyKey }),
    )
  }
  await market.card.bank.decideDispute(disputeId, random.chance(0.5) ? 'win' : 'lose')
  await hearMore(acting, deal, 'a bank’s decision')
  await move(acting, 'after a dispute')
}

const takenBack: Story = async acting => {
  const { market, random } = acting
  const sellerId = await seller(acting)
  const isPaidOut = random.chance(0.4)
  if (!isPaidOut) {
    // There is one payout a day: what is sent on after it stays on the seller's account, and can be reversed.
    await released(acting, { sellerId })
    await move(acting, 'to sellers')
  }
  const deal = await released(acting, { sellerId, isAccepted: true })
  await move(acting, 'to sellers', 1)
  const part = random.chance(0.5) ? random.between(1, deal.priceCents - 1) : deal.priceCents
  await market.card.refund(deal.intentId, part)
  await hearMore(acting, deal, 'a refund of what was sent on')
  await move(acting, 'back', 1)
  // What is still owed is netted from the next deal.
  await released(acting, { sellerId })
  await move(acting, 'less a debt')
}

const unmatched: Story = async acting => {
  const { market, random, admin, act } = acting
  const { id: buyerId } = await market.user()
  const { id: marketId } = await market.database.market.findFirstOrThrow({ select: { id: true } })
  const amountCents = random.between(50, 900) * 100
  const intent = await market.platform.cardPayments.createIntent({
    ...{ orderId: null, buyerId, marketId, amountCents, attempt: 1 },
  })
  await market.card.pay(intent.clientSecret ?? '')
  await market.timePasses({ hours: 1 })
  await act('match charges', ({ platform }) => matchCharges(platform))
  const found = await market.database.unmatchedCharge.findFirst({ where: { intentId: intent.id } })
  if (!found) return
  if (found.state === 'WAITING') {
    await act('decide a charge', (process, idempotencyKey) =>
      process.as(admin).payments.decideUnmatched({
        ...{ unmatchedChargeId: found.id, decision: 'return', reason: 'Looked at', idempotencyKey },
      }),
    )
  }
  await act('return a charge', ({ platform }) => returnUnmatchedCharge(platform, { unmatchedChargeId: found.id }))
}

const paidTwice: Story = async acting => {
  const { market, act } = acting
  // Two orders of one price: each charge pays one.
  const { id: buyerId } = await market.user()
  const first = await begun(acting, { buyerId })
  const second = await begun(acting, { buyerId, priceCents: first.priceCents })
  await market.card.pay(first.clientSecret)
  await market.card.pay(second.clientSecret)
  await hear(acting, second)
  await hear(acting, first)
  await act('close payments', ({ platform }) => closePayments(platform, { orderId: first.orderId }))
}

export const stories: Record<string, Story> = {
  ...claimStories,
  ...{
    sold,
    refunded,
    sentBack,
    paidTooLate,
    missed,
    removed,
    cancelled,
    notMet,
    disputed,
    takenBack,
    unmatched,
    paidTwice,
  },
}
