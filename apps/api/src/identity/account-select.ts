import type { Account } from '@second-ring/contracts/accounts/account'
import type { Prisma } from '@second-ring/database'

export const accountSelect = {
  id: true,
  email: true,
  name: true,
  role: true,
  verifiedAt: true,
  deletesAt: true,
  emailVerifiedAt: true,
} as const satisfies Prisma.UserSelect

/** The same columns of `users` in SQL. */
export const accountColumns = [
  'users.id',
  'users.email',
  'users.name',
  'users.role',
  'users.verified_at as verifiedAt',
  'users.deletes_at as deletesAt',
  'users.email_verified_at as emailVerifiedAt',
] as const

export type AccountRow = Prisma.UserGetPayload<{ select: typeof accountSelect }>

export function toAccount(row: AccountRow): Account {
  const { id, email, name, role, verifiedAt, emailVerifiedAt, deletesAt } = row
  const marks = { verified: verifiedAt !== null, emailVerified: emailVerifiedAt !== null }
  const account = { id, email: email ?? '', name, role, ...marks }
  return deletesAt ? { ...account, deletesAt: deletesAt.toISOString() } : account
}
