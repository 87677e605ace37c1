import type { Prisma, Tables } from '@second-ring/database'
import { expressionBuilder } from 'kysely'

/** Users who were not removed, of rows of `users`; those whose account was set aside among them. */
export const presentUser = { deletedAt: null } as const satisfies Prisma.UserWhereInput

/** The same in SQL. */
export const isPresent = expressionBuilder<Tables, 'users'>()('users.deleted_at', 'is', null)
