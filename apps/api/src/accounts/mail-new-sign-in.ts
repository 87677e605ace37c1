import type { Transaction } from '@second-ring/database'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { recordMail } from '#mails/record-mail.ts'

interface NewSession {
  sessionId: string
  userId: string
  from?: SessionOrigin | undefined
}

/**
 * Mails a user that somebody signed in to their account from a browser or a network of which it has no other session. The
 * first one of all is no news.
 */
export async function mailNewSignIn(tx: Transaction, { sessionId, userId, from }: NewSession): Promise<void> {
  if (!from || from.device === null || from.network === null) return
  const { device, network } = from
  const others = { userId, id: { not: sessionId }, device: { not: null }, network: { not: null } } as const
  const known = await tx.session.count({ where: others })
  if (known === 0) return
  const sameDevice = await tx.session.count({ where: { ...others, device } })
  const sameNetwork = await tx.session.count({ where: { ...others, network } })
  if (sameDevice > 0 && sameNetwork > 0) return
  const what = sameDevice > 0 ? 'a network that was not seen before' : 'a browser that was not seen before'
  const message = `Somebody signed in to your account by ${browserOf(device)}: ${what} (${network}).\nWas it you? Then there is nothing to do. If not, change your password and sign the other sessions out.`
  await recordMail(tx, { userId, kind: 'new-sign-in', message })
}

// What a browser says of itself is anybody's text: of it only names that are known here are mailed.
const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

function browserOf(device: string): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) => names.find(([pattern]) => pattern.test(device))?.[1]
  return `${nameIn(browsers) ?? 'an unknown browser'} on ${nameIn(systems) ?? 'an unknown system'}`
}
