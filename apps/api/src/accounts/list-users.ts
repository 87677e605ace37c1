import type { Role } from '@second-ring/contracts/accounts/account'
import type { ListUsersInput } from '@second-ring/contracts/accounts/manage-users'
import type { Database, Prisma } from '@second-ring/database'
import { authorize, type Caller } from '#identity/caller.ts'
import { presentUser } from '#identity/present-user.ts'
import { recordRead } from '#identity/record-read.ts'
import { decodeCursor, type PageRead, toPage } from '#platform/keyset.ts'
import type { Platform } from '#platform/platform.ts'
import { escapeLike, hasTrigram } from '#platform/substring-search.ts'

const select = {
  id: true,
  name: true,
  email: true,
  setAsideEmail: true,
  verifiedAt: true,
  createdAt: true,
  suspendedAt: true,
  setAsideAt: true,
  deletesAt: true,
} as const satisfies Prisma.UserSelect

/**
 * The users of one role, newest first; one page. A search for less than three letters or digits covers the newest only.
 * @throws DomainError FORBIDDEN
 */
export async function listUsers({ database }: Platform, caller: Caller, input: ListUsersInput & PageRead) {
  authorize(caller, 'user.list')
  const list = ['users', input.role, input.search]
  const after = input.cursor === undefined ? null : decodeCursor(list, input.cursor)
  await recordRead(database, caller, { action: 'read.users' })
  const rows = await database.user.findMany({
    where: {
      role: input.role,
      ...presentUser,
      AND: [
        input.search ? matching(input.search) : {},
        input.search && !hasTrigram(input.search) ? await amongNewest(database, input.role) : {},
        after ? { OR: [{ createdAt: { lt: after.at } }, { createdAt: after.at, id: { lt: after.id } }] } : {},
      ],
    },
    select,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: input.skip ?? 0,
    take: input.limit + 1,
  })
  return toPage(rows, {
    list,
    limit: input.limit,
    positionOf: row => ({ at: row.createdAt, id: row.id }),
    toItem: ({ id, name, email, setAsideEmail, verifiedAt, createdAt, suspendedAt, setAsideAt, deletesAt }) => ({
      id,
      name,
      email: email ?? setAsideEmail ?? '',
      role: input.role,
      verified: verifiedAt !== null,
      joinedAt: createdAt.toISOString(),
      suspended: suspendedAt !== null,
      setAside: setAsideAt !== null,
      leaving: deletesAt !== null,
    }),
  })
}

const NEWEST = 1000

/** How many of the newest users a search covers that cannot use the index. */
async function amongNewest(database: Database, role: Role): Promise<Prisma.UserWhereInput> {
  const [oldest] = await database.user.findMany({
    where: { role, ...presentUser },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: NEWEST - 1,
    take: 1,
    select: { createdAt: true },
  })
  return oldest ? { createdAt: { gte: oldest.createdAt } } : {}
}

function matching(search: string): Prisma.UserWhereInput {
  // Prisma passes these on to LIKE as they are.
  const contains = escapeLike(search)
  return { OR: [{ name: { contains, mode: 'insensitive' } }, { email: { contains, mode: 'insensitive' } }] }
}
