import type { Platform } from '#platform/platform.ts'

/** Removes a removed person's account at the identity provider, so that nobody can sign in with it. Once done, done. */
export async function removeIdentity({ database, identity }: Platform, { userId }: { userId: string }): Promise<void> {
  const user = await database.user.findFirst({
    where: { id: userId, deletedAt: { not: null } },
    select: { identityUid: true },
  })
  if (user) await identity.removeAccount(user.identityUid)
}
