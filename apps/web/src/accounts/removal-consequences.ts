import type { Role } from '@second-ring/contracts/accounts/account'
import type { RemovalPreview } from '@second-ring/contracts/accounts/manage-users'
import { formatCents } from '@second-ring/contracts/money'

/** What removing a buyer or a seller would do beside ending their account, a sentence each. */
export function removalConsequences(who: Role, preview: RemovalPreview): string[] {
  const { listingsRemoved, ordersCancelled, ordersRefunded, ordersKept } = preview
  const sentences = [
    listingsRemoved === 1 && '1 unsold product leaves the market.',
    listingsRemoved > 1 && `${listingsRemoved} unsold products leave the market.`,
    ordersCancelled === 1 && `1 unpaid booking is cancelled${cancelled[who].one}.`,
    ordersCancelled > 1 && `${ordersCancelled} unpaid bookings are cancelled${cancelled[who].many}.`,
    ordersRefunded === 1 && '1 paid order that was not handed over is refunded; the other side is told.',
    ordersRefunded > 1 &&
      `${ordersRefunded} paid orders that were not handed over are refunded; the other sides are told.`,
    ordersKept === 1 && '1 order that is done stays, without their name, email and phone.',
    ordersKept > 1 && `${ordersKept} orders that are done stay, without their name, email and phone.`,
    ...moneySentences(preview),
  ].filter(sentence => sentence !== false)
  return sentences.length > 0 ? sentences : [nothingElse[who]]
}

function moneySentences({ balanceCents, heldCents, isPayable, isFrozen }: RemovalPreview): (string | false)[] {
  const why = isFrozen ? 'payouts to them are frozen' : 'it cannot be sent there'
  const way = isPayable ? 'it is sent to their bank all the same' : `${why}, so it waits here, among the open money`
  return [
    balanceCents > 0 && `${formatCents(balanceCents)} of theirs is not at their bank: ${way}.`,
    balanceCents < 0 && `They owe the market ${formatCents(-balanceCents)}, which nothing will pay any more.`,
    heldCents > 0 && `${formatCents(heldCents)} more will be theirs unless a buyer claims it.`,
  ]
}

// The booking of a removed seller's own phone frees nothing: the phone leaves the market.
const cancelled = {
  BUYER: { one: '; the phone is free again', many: '; the phones are free again' },
  SELLER: { one: ', of their phones or made by them', many: ', of their phones or made by them' },
  ADMIN: { one: ', of their phones or made by them', many: ', of their phones or made by them' },
}

const nothingElse = {
  BUYER: 'They have no open bookings and no orders.',
  SELLER: 'They have no unsold products, no open bookings and no orders.',
  ADMIN: 'They have no unsold products, no open bookings and no orders.',
}
