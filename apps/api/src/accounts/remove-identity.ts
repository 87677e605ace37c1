import type { Platform } from '#platform/platform.ts'

/** Deletes a removed user's account at the identity provider, so that nobody can sign in with it. May run again. */
export async function removeIdentity({ database, identity }: Platform, { userId }: { userId: string }): Promise<void> {
  const user = await database.user.findFirst({
    where: { id: userId, deletedAt: { not: null } },
    select: { identityUid: true },
  })
  if (user) await identity.removeAccount(user.identityUid)
}
