import type { Account } from '@second-ring/contracts/accounts/account'
import type { Prisma } from '@second-ring/database'

export const accountSelect = {
  id: true,
  email: true,
  name: true,
  role: true,
  verifiedAt: true,
} as const satisfies Prisma.UserSelect

export type AccountRow = Prisma.UserGetPayload<{ select: typeof accountSelect }>

export function toAccount(row: AccountRow): Account {
  return { id: row.id, email: row.email ?? '', name: row.name, role: row.role, verified: row.verifiedAt !== null }
}
