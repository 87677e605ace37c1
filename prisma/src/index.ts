export { closeDatabase, createDatabase, type Database, type DatabaseOptions, poolOf } from './create-database.ts'
export { createPool } from './create-pool.ts'
export type {
  AuditEntry,
  Category,
  Listing,
  Order,
  Payment,
  User,
} from './generated/client.ts'
export { Condition, ListingState, OrderState, PaymentState, Prisma, Role } from './generated/client.ts'
export {
  inTransaction,
  type PlainTransaction,
  runIn,
  type Transaction,
} from './in-transaction.ts'
export type { StatementObserver } from './observe-statements.ts'
