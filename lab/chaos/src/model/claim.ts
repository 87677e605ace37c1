/** Whose turn it is in a claim, or how it ended. */
type ClaimState =
  | 'SELLER_ANSWERS'
  | 'BUYER_ANSWERS'
  | 'UNDECIDED'
  | 'RETURNING'
  | 'REFUNDED'
  | 'PARTLY_REFUNDED'
  | 'RETURNED'
  | 'DECLINED'
  | 'WITHDRAWN'
export type Wish = 'MONEY_BACK' | 'PART' | 'RETURN'

/** What the buyer of a phone says is wrong with it. */
export interface Claim {
  state: ClaimState
  /** Until when whoever's turn it is has to act. */
  until: number
  wish: Wish
  wishCents: number
  /** What the seller offers. */
  offerCents: number
  wrongCodes: number
  /** Whether an admin has ordered a return. */
  isReturnOrdered: boolean
}
