import type { Claim } from '@second-ring/contracts/claims/claim'
import type { OrderParty } from '@second-ring/contracts/orders/order-details'
import type { Prisma } from '@second-ring/database'
import type { Platform } from '#platform/platform.ts'
import { readThumbhash } from '#platform/thumbhash.ts'

export const claimSelect = {
  reason: true,
  text: true,
  images: true,
  wish: true,
  wishCents: true,
  state: true,
  openedAt: true,
  dueAt: true,
  answer: true,
  answerText: true,
  offerCents: true,
  leftCents: true,
  answeredAt: true,
  caseOpenedAt: true,
  decision: true,
  decisionReason: true,
  decidedAt: true,
  refundCents: true,
  closedAt: true,
  returnCode: true,
} as const satisfies Prisma.ClaimSelect

type ClaimRow = Prisma.ClaimGetPayload<{ select: typeof claimSelect }>

interface Shown extends Pick<Platform, 'database' | 'imageHost'> {
  viewer: OrderParty
}

/** A claim as a side of its order or an admin reads it: the code of the return is the seller's alone. */
export async function toClaim(
  { images, returnCode, openedAt, dueAt, answeredAt, caseOpenedAt, decidedAt, closedAt, ...claim }: ClaimRow,
  { database, imageHost, viewer }: Shown,
): Promise<Claim> {
  const thumbhashes = await Promise.all(images.map(reference => readThumbhash(database, reference)))
  return {
    ...claim,
    pictures: images.map((reference, index) => imageHost.pictureOf(reference, thumbhashes[index] ?? null)),
    openedAt: openedAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    caseOpenedAt: caseOpenedAt?.toISOString() ?? null,
    decidedAt: decidedAt?.toISOString() ?? null,
    closedAt: closedAt?.toISOString() ?? null,
    returnCode: viewer === 'seller' ? returnCode : null,
  }
}
