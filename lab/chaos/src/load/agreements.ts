import type { Deal, DealAct, Possible } from './deal.ts'

const HOUR_MS = 3_600_000
/** When nothing is proposed: an answer to that is rejected. */
const NOTHING = '00000000-0000-4000-8000-000000000000'

async function proposeMeeting({ crowd: { tally }, person, booking: { id: orderId } }: Deal): Promise<void> {
  const meetingTime = new Date(Date.now() + HOUR_MS).toISOString()
  const meeting = { orderId, meetingPlace: 'Central Library', meetingTime }
  await tally.take('propose a meeting', idempotencyKey =>
    person.client.orders.proposeMeeting.mutate({ ...meeting, idempotencyKey }),
  )
}

async function acceptMeeting({ crowd: { tally }, person, booking, details }: Deal): Promise<void> {
  const answered = { orderId: booking.id, proposalId: details.proposal?.id ?? NOTHING }
  await tally.take('agree on a meeting', idempotencyKey =>
    person.client.orders.acceptProposal.mutate({ ...answered, idempotencyKey }),
  )
}

async function proposeCancellation({ crowd, person, booking: { id: orderId } }: Deal): Promise<void> {
  const proposal = { orderId, reason: 'I have found another one', relist: crowd.random.chance(0.5) }
  await crowd.tally.take('propose to cancel', idempotencyKey =>
    person.client.orders.proposeCancellation.mutate({ ...proposal, idempotencyKey }),
  )
}

async function acceptCancellation({ crowd, person, booking: { id: orderId }, details }: Deal): Promise<void> {
  const { random, tally, promises } = crowd
  const accepted = { orderId, proposalId: details.cancellation?.id ?? NOTHING, relist: random.chance(0.5) }
  const cancelled = await tally.take('agree to cancel', idempotencyKey =>
    person.client.orders.acceptCancellation.mutate({ ...accepted, idempotencyKey }),
  )
  if (cancelled) promises.note('refunded', orderId)
}

async function declineCancellation({ crowd: { tally }, person, booking, details }: Deal): Promise<void> {
  const declined = { orderId: booking.id, proposalId: details.cancellation?.id ?? NOTHING }
  await tally.take('decline to cancel', idempotencyKey =>
    person.client.orders.declineCancellation.mutate({ ...declined, idempotencyKey }),
  )
}

/** It can be withdrawn as long as nobody has answered; few do. */
async function withdrawCancellation({ crowd, person, booking, details }: Deal): Promise<void> {
  const { random, tally } = crowd
  if (!random.chance(0.3)) return
  const withdrawn = { orderId: booking.id, proposalId: details.cancellation?.id ?? NOTHING }
  await tally.take('withdraw a proposal to cancel', idempotencyKey =>
    person.client.orders.withdrawCancellation.mutate({ ...withdrawn, idempotencyKey }),
  )
}

async function reportNoShow({ crowd: { tally }, person, booking: { id: orderId } }: Deal): Promise<void> {
  await tally.take('report a no-show', idempotencyKey =>
    person.client.orders.reportNoShow.mutate({ orderId, text: 'I waited for an hour.', idempotencyKey }),
  )
}

async function admitNoShow({ crowd: { tally, promises }, person, booking: { id: orderId } }: Deal): Promise<void> {
  const admitted = await tally.take('admit a no-show', idempotencyKey =>
    person.client.orders.admitNoShow.mutate({ orderId, idempotencyKey }),
  )
  if (admitted) promises.note('refunded', orderId)
}

async function denyNoShow({ crowd: { tally }, person, booking: { id: orderId } }: Deal): Promise<void> {
  await tally.take('deny a no-show', idempotencyKey =>
    person.client.orders.denyNoShow.mutate({ orderId, text: 'I was there.', idempotencyKey }),
  )
}

const both = ['buyer', 'seller'] as const

/** What the two settle themselves before the handover. */
export const agreementActs = {
  proposeMeeting: { by: both, weight: 3, act: proposeMeeting },
  acceptProposal: { by: both, weight: 8, act: acceptMeeting },
  proposeCancellation: { by: both, weight: 2, act: proposeCancellation },
  acceptCancellation: { by: both, weight: 4, act: acceptCancellation },
  declineCancellation: { by: both, weight: 2, act: declineCancellation },
  withdrawCancellation: { by: both, weight: 1, act: withdrawCancellation },
  reportNoShow: { by: both, weight: 8, act: reportNoShow },
  admitNoShow: { by: both, weight: 4, act: admitNoShow },
  denyNoShow: { by: both, weight: 4, act: denyNoShow },
} satisfies Partial<Record<Possible, DealAct>>

/** What is hoped to be done of it. */
export const agreementNames = [
  ...['propose a meeting', 'agree on a meeting', 'propose to cancel', 'agree to cancel', 'decline to cancel'],
  ...['withdraw a proposal to cancel', 'report a no-show', 'admit a no-show', 'deny a no-show'],
]
