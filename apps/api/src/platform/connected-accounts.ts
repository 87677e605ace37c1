/** A seller's account at the payment provider, as the provider has it now. */
export interface ConnectedAccount {
  id: string
  /** Whether its holder has answered all that the first onboarding asks for. */
  detailsSubmitted: boolean
  /** Whether money may be transferred to it. */
  transfersEnabled: boolean
  /** Whether its money may be paid out to its holder's bank. */
  payoutsEnabled: boolean
  /** What the provider asks its holder for now, in its words, such as `external_account`. */
  requirementsDue: string[]
  /** Why it may not do something, in the provider's word, such as `requirements.past_due`; null when it may. */
  disabledReason: string | null
}

/** An account to be made. */
export interface NewAccount {
  userId: string
  marketId: string
  /** The user's account before it, which the provider gives no access to any more; null for the first. */
  replaces: string | null
}

/** Where the provider sends a seller who leaves its onboarding. */
export interface OnboardingReturn {
  accountId: string
  /** When they have finished, or left it for later. */
  returnUrl: string
  /** When the link had been opened before, or was too old: it opens once, for some minutes. */
  refreshUrl: string
}

/** Money that moves from the platform's balance to a seller's. Amounts are in US cents. */
export interface ProviderTransfer {
  id: string
  accountId: string
  amountCents: number
  /** What of it was taken back. */
  reversedCents: number
  /** The charge whose money it is; null when it is not of one. */
  chargeId: string | null
  /** The order that it was made for; null when it is not one of ours. */
  orderId: string | null
  /** The product's own id of it; null when it was not made by the product. */
  transferId: string | null
  createdAt: Date
}

/** A transfer to be made. */
export interface NewTransfer {
  /** The product's own id: the same gives the same transfer, however much later. */
  transferId: string
  orderId: string
  accountId: string
  amountCents: number
  /**
   * The buyer's charge. The money reaches the seller's available balance when the charge's funds are available. Null to take it
   * from the platform's available balance: all transfers of a charge together, reversed or not, are its amount at the most.
   */
  chargeId: string | null
  /** What all transfers of one deal have in common. */
  transferGroup: string
}

/** A part of a transfer that was taken back, or all of it. */
export interface ProviderReversal {
  id: string
  amountCents: number
  /** The product's own id of it; null when it was not made by the product. */
  reversalId: string | null
  createdAt: Date
}

/** A reversal to be made. */
export interface NewReversal {
  /** The product's own id: the same gives the same reversal, however much later. */
  reversalId: string
  /** The provider's id of the transfer. */
  providerTransferId: string
  amountCents: number
}

/** What a seller has at the provider, in US cents; below zero when they owe it. */
export interface AccountBalance {
  /** May be paid out. */
  availableCents: number
  /** Will be available: charges' funds take some days. */
  pendingCents: number
}

/** Money on its way from a seller's balance to their bank. */
export interface ProviderPayout {
  id: string
  amountCents: number
  /** A bank may send a payout back days after it was `paid`: then it is `failed`, and its money is on the balance again. */
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** The provider's word, such as `account_closed`; null while it has not failed. */
  failureReason: string | null
  /** When it arrives, or is expected to. */
  arrivesAt: Date
  /** The product's own id of it; null when it was not made by the product. */
  payoutId: string | null
  createdAt: Date
}

/** A payout to be made. Payouts are manual: none is made but these. */
export interface NewPayout {
  /** The product's own id: the same gives the same payout, however much later. */
  payoutId: string
  accountId: string
  amountCents: number
}

/** Why the provider does not do what was asked, in its word, such as `balance_insufficient`. */
export interface Rejected {
  rejected: string
}

/** A verified event of a connected account. */
export interface ConnectEvent {
  id: string
  type: string
  /** The account that it happened on; null when it was none. */
  accountId: string | null
  /** The payout that it is about, by the provider's id; null when it is about none. */
  payoutId: string | null
  /** When it happened at the provider, to the second. */
  happenedAt: Date
}

/**
 * Sellers' accounts at the payment provider, in the domain's words. Every call throws DomainError PROVIDER_UNAVAILABLE on
 * an outage, and TOO_MANY_REQUESTS while another call does the same.
 */
export interface ConnectedAccounts {
  /** Makes a user's account, which may nothing yet; the same user gets the same account for a day. */
  createAccount(account: NewAccount): Promise<ConnectedAccount>
  /** @returns null when the provider knows no such account, or gives no access to it any more */
  retrieveAccount(accountId: string): Promise<ConnectedAccount | null>
  /** @returns the URL of the onboarding, for its holder alone; null when there is no such account */
  createOnboardingLink(link: OnboardingReturn): Promise<string | null>
  /** @returns the URL of the provider's pages for its holder; null when the onboarding is not finished */
  createLoginLink(accountId: string): Promise<string | null>
  /**
   * Looks the transfer up by its group, and makes it if there is none.
   * @returns the transfer, or why it is not made: `insufficient_capabilities_for_transfer`, `balance_insufficient`, …
   */
  createTransfer(transfer: NewTransfer): Promise<ProviderTransfer | Rejected>
  /** All transfers of a group, newest first. */
  listTransfers(transferGroup: string): Promise<ProviderTransfer[]>
  /**
   * Looks the reversal up, and makes it if there is none.
   * @returns the reversal, or why it is not made: `balance_insufficient` when the seller's balance does not cover it
   */
  reverseTransfer(reversal: NewReversal): Promise<ProviderReversal | Rejected>
  /** All reversals of a transfer, by the provider's id of it, newest first. */
  listReversals(providerTransferId: string): Promise<ProviderReversal[]>
  /** @returns null when the provider gives no access to the account */
  readBalance(accountId: string): Promise<AccountBalance | null>
  /**
   * Looks the payout up, and makes it if there is none.
   * @returns the payout, or why it is not made: `payouts_not_allowed`, `balance_insufficient`, `account_invalid`, …
   */
  createPayout(payout: NewPayout): Promise<ProviderPayout | Rejected>
  /** @param id the provider's id. @returns null when the account has no such payout */
  retrievePayout(payout: { accountId: string; id: string }): Promise<ProviderPayout | null>
  /** All payouts of an account, newest first; none when the provider gives no access to it. */
  listPayouts(accountId: string): Promise<ProviderPayout[]>
  /** @throws DomainError INVALID_INPUT when the signature is not the provider's, or too old or too new */
  verifyEvent(rawBody: Buffer, signature: string): ConnectEvent
}
