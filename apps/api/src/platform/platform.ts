import type { AccountLimits } from '@second-ring/contracts/account-limits'
import type { Database } from '@second-ring/database'
import type { AccessTokens } from './access-tokens.ts'
import type { AuditSettings } from './audit-heads.ts'
import type { CardPayments } from './card-payments.ts'
import type { Clock } from './clock.ts'
import type { ConnectedAccounts } from './connected-accounts.ts'
import type { Events } from './events.ts'
import type { IdentityProvider } from './identity.ts'
import type { ImageHost, PictureFiles } from './image-host.ts'
import type { JobQueue } from './job-queue.ts'
import type { MailServer } from './mail.ts'
import type { ProviderLedger } from './provider-ledger.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Readers } from './readers.ts'
import type { Telemetry } from './telemetry.ts'
import type { UnsubscribeTokens } from './unsubscribe-tokens.ts'

/** Everything outside the domain that a use case may use, injected. */
export interface Platform {
  database: Database
  /** Who else answers reads that are the same for everyone; the database alone, when absent. */
  readers?: Readers
  identity: IdentityProvider
  cardPayments: CardPayments
  /** Sellers' accounts at the card payment provider, and what moves to and from them. */
  connectedAccounts: ConnectedAccounts
  /** The card payment provider's own ledger, to check the product's against. */
  providerLedger: ProviderLedger
  imageHost: ImageHost
  /** Absent at a remote image host, whose files are its own. */
  pictureFiles?: PictureFiles
  accessTokens: AccessTokens
  jobs: JobQueue
  /** Null where no mails are sent. */
  mailServer: MailServer | null
  unsubscribeTokens: UnsubscribeTokens
  events: Events
  rateLimits: RateLimits
  telemetry: Telemetry
  clock: Clock
  /** How many of each an account may have, by its trust level. */
  accountLimits: AccountLimits
  /** What links and signs the audit. */
  audit: AuditSettings
  /** How long a booking holds the phone without a payment, in hours. */
  bookingHoldHours: number
  /** Whether admins need a second factor; elsewhere it is offered. */
  requiresFactor: boolean
  /** Where those who run the market are written to; null in a demonstration. */
  operatorEmail: string | null
  /** The key of the hashes of banned emails, and those before it, by which older ones are still known. */
  bannedEmailKeys: readonly [string, ...string[]]
  /** The site's origin, for which passkeys are made. */
  publicUrl: string
}
