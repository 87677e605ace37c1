export { closeDatabase, createDatabase, type Database, type DatabaseOptions } from './create-database.ts'
export { createPool } from './create-pool.ts'
export type {
  AuditEntry,
  Category,
  Listing,
  Order,
  Payment,
  User,
} from './generated/client.ts'
export {
  ChallengePurpose,
  Condition,
  DisputeState,
  LedgerAccountKind,
  LedgerAct,
  ListingState,
  OrderState,
  PaymentState,
  PayoutState,
  Prisma,
  Role,
  SessionEnd,
  TransferState,
} from './generated/client.ts'
export type { StatementObserver } from './observe-statements.ts'
export { query, type Tables } from './query.ts'
export { type Parameters, type PreparedQuery, prepare, run, type Transaction } from './run.ts'
