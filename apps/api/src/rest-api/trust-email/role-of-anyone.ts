import type { Role } from '@second-ring/contracts/accounts/account'
import { presentUser } from '#identity/present-user.ts'
import type { Platform } from '#platform/platform.ts'

/** The role of whoever has an email, for anyone who asks; null when nobody has it. */
export async function roleOfAnyone({ database }: Platform, email: string): Promise<Role | null> {
  const user = await database.user.findFirst({ where: { email, ...presentUser }, select: { role: true } })
  return user?.role ?? null
}
