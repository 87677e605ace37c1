import type { Platform } from '#platform/platform.ts'

/** What a suspended user reads in place of everything else: why, what it means, and whom to write to. */
export function describeSuspension({ operatorEmail }: Pick<Platform, 'operatorEmail'>, reason: string): string {
  const whom = operatorEmail ?? 'whoever runs this market'
  return `Your account is suspended: “${reason}” You cannot use it until an admin lifts this. To object, or to ask for your data or for your account’s deletion, write to ${whom}.`
}
