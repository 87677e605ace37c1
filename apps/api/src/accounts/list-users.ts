import type { SignUpRole } from '@second-ring/contracts/accounts/account'
import type { ListUsersInput } from '@second-ring/contracts/accounts/manage-users'
import type { Prisma } from '@second-ring/database'
import { decodeCursor, toPage } from '../platform/keyset.ts'
import type { Platform } from '../platform/platform.ts'
import { type Actor, authorize } from './actor.ts'

/**
 * The people of one role, newest first; one page.
 * @throws DomainError FORBIDDEN
 */
export async function listUsers({ database }: Platform, actor: Actor, input: ListUsersInput) {
  authorize(actor, 'user.list')
  const list = ['users', input.role, input.search]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  const rows = await database.user.findMany({
    where: {
      role: input.role,
      deletedAt: null,
      AND: [
        input.search ? matching(input.search) : {},
        after ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] } : {},
      ],
    },
    select: { id: true, name: true, email: true, verifiedAt: true, createdAt: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.createdAt, id: row.id }),
    toItem: ({ id, name, email, verifiedAt, createdAt }) => ({
      id,
      name,
      email: email ?? '',
      role: input.role satisfies SignUpRole,
      verified: verifiedAt !== null,
      joinedAt: createdAt.toISOString(),
    }),
  })
}

function matching(search: string): Prisma.UserWhereInput {
  // Prisma passes these on to LIKE as they are.
  const contains = search.replaceAll(/[\\%_]/g, '\\$&')
  return { OR: [{ name: { contains, mode: 'insensitive' } }, { email: { contains, mode: 'insensitive' } }] }
}
