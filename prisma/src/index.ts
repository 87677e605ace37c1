export { closeDatabase, createDatabase, type Database, type DatabaseOptions, poolOf } from './create-database.ts'
export type {
  AuditEntry,
  Category,
  Listing,
  Order,
  Payment,
  ProviderEvent,
  User,
} from './generated/client.ts'
export { Condition, ListingState, OrderState, PaymentState, Prisma, Role } from './generated/client.ts'

export type { StatementObserver } from './observe-statements.ts'

import type { Prisma } from './generated/client.ts'

/** What a verb gets inside `database.$transaction(async transaction => …)`. */
export type Transaction = Prisma.TransactionClient
