/** Where the money of one charge is, in cents. */
export type Position = {
  received: number
  /** What has gone back to the card, or is on its way there. */
  refunded: number
  /** What a bank has withdrawn and not decided about. */
  disputed: number
  /** What a bank has taken for good. */
  lost: number
  /** What the provider took for its work. */
  fees: number
}

export const NOTHING: Position = { received: 0, refunded: 0, disputed: 0, lost: 0, fees: 0 }

/** What of it is on the provider's balance. */
export function netOf({ received, refunded, disputed, lost, fees }: Position): number {
  return received - refunded - disputed - lost - fees
}

/** What went out beyond what came in, `outside` the provider too. */
export function lossOf({ received, refunded, lost }: Position, outside = 0): number {
  return Math.max(0, refunded + lost + outside - received)
}
