import type { Platform } from '#platform/platform.ts'

interface PasswordChange {
  userId: string
  /** Since when the identity provider takes sign-ins. */
  validSince: Date
}

/** After a changed password: ends all sessions but the one that was just begun. */
export async function endOlderSessions({ database }: Platform, { userId, validSince }: PasswordChange): Promise<void> {
  await database.user.updateMany({ where: { id: userId }, data: { identityValidSince: validSince } })
}
