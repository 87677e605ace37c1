import type { Role } from '@second-ring/contracts/accounts/account'
import type { Platform } from '#platform/platform.ts'

/** The role of whoever has an email, for anyone who asks; null when nobody has it. */
export async function roleOfAnyone({ database }: Platform, email: string): Promise<Role | null> {
  const user = await database.user.findFirst({ where: { email, deletedAt: null }, select: { role: true } })
  return user?.role ?? null
}
