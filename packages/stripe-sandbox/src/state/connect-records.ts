import type { Metadata } from './records.ts'

// The records of Connect: accounts, their bank accounts, and the pages that their holders are sent to.

export type CapabilityName = 'card_payments' | 'transfers'

/** What an account still has to give; once its time is past, the account may neither be paid nor pay out. */
export type Requirement = { name: string; isPastDue: boolean }

export type AccountRecord = {
  id: string
  created: number
  country: string
  email: string | null
  /** It was made by the deprecated `type` instead of `controller`. */
  byType: boolean
  businessType: string | null
  businessProfile: { mcc: string | null; name: string | null; productDescription: string | null; url: string | null }
  /** Those that were requested. */
  capabilities: CapabilityName[]
  statementDescriptor: string | null
  holderName: string | null
  /** The one that payouts go to. */
  bankAccountId: string | null
  detailsSubmitted: boolean
  /** What it is asked for beside the onboarding. */
  requirements: Requirement[]
  metadata: Metadata
  deleted: boolean
}

/** Of its number only the last four digits are written down, and what they bring about. */
export type BankAccountRecord = {
  id: string
  created: number
  /** Null for the platform's own. */
  accountId: string | null
  holderName: string | null
  routingNumber: string
  last4: string
  fingerprint: string
  /** Why the bank sends every payout back, if it does. */
  failureCode: string | null
  /** After a payout came back, until another account replaces it. */
  status: 'new' | 'errored'
}

export type PageKind = 'onboarding' | 'dashboard'

/** A link that opens a page for an account's holder once, within minutes; its id is its secret. */
export type LinkRecord = {
  id: string
  created: number
  accountId: string
  kind: PageKind
  refreshUrl: string | null
  returnUrl: string | null
  expiresAt: number
  used: boolean
}

/** The visit that a link opened; its id, which only that browser knows, authorises it. */
export type SessionRecord = {
  id: string
  accountId: string
  kind: PageKind
  returnUrl: string | null
  expiresAt: number
}

/** Money that the platform gave to a connected account. */
export type TransferRecord = {
  id: string
  created: number
  amount: number
  amountReversed: number
  currency: string
  description: string | null
  metadata: Metadata
  destination: string
  paymentId: string
  /** The charge whose funds it is of. */
  sourceTransaction: string | null
  transferGroup: string | null
  balanceTransactionId: string
}

/** Money that the platform took back. */
export type TransferReversalRecord = {
  id: string
  created: number
  transferId: string
  amount: number
  currency: string
  metadata: Metadata
  paymentRefundId: string
  balanceTransactionId: string
}

/** A transfer as the connected account sees it: a payment that it received. */
export type PaymentRecord = {
  id: string
  created: number
  accountId: string
  transferId: string
  amount: number
  amountRefunded: number
  currency: string
  balanceTransactionId: string
}

/** A reversal as the connected account sees it: a refund of that payment. */
export type PaymentRefundRecord = {
  id: string
  created: number
  accountId: string
  paymentId: string
  reversalId: string
  amount: number
  currency: string
  balanceTransactionId: string
}

export type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'

/** Money on its way from a balance to a bank account. */
export type PayoutRecord = {
  id: string
  created: number
  /** Whose balance it leaves; null for the platform's. */
  accountId: string | null
  amount: number
  currency: string
  description: string | null
  destination: string
  method: 'standard' | 'instant'
  status: PayoutStatus
  arrivalDate: number
  statementDescriptor: string | null
  metadata: Metadata
  failureCode: string | null
  balanceTransactionId: string
  failureBalanceTransactionId: string | null
  /** What becomes of it by itself next, and when. */
  settlement: { atMs: number; to: PayoutStatus } | null
}

/** How Connect moves balances. */
export type ConnectMovement =
  | 'transfer'
  | 'transfer_refund'
  | 'payment'
  | 'payment_refund'
  | 'payout'
  | 'payout_failure'
  | 'payout_cancel'

export type ConnectCollections = {
  accounts: AccountRecord
  bankAccounts: BankAccountRecord
  links: LinkRecord
  sessions: SessionRecord
  transfers: TransferRecord
  transferReversals: TransferReversalRecord
  payments: PaymentRecord
  paymentRefunds: PaymentRefundRecord
  payouts: PayoutRecord
}

export type ConnectEventType =
  | 'account.updated'
  | 'account.external_account.created'
  | 'account.external_account.deleted'
  | 'account.external_account.updated'
  | 'transfer.created'
  | 'transfer.reversed'
  | 'transfer.updated'
  | 'payout.created'
  | 'payout.updated'
  | 'payout.paid'
  | 'payout.failed'
  | 'payout.canceled'
