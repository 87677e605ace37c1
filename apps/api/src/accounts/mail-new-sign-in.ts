import type { Transaction } from '@second-ring/database'
import type { SessionOrigin } from '#identity/session-origin.ts'
import { recordMail } from '#mails/record-mail.ts'
import type { AuditedAction } from '#platform/audit.ts'

interface NewSession {
  sessionId: string
  userId: string
  from?: SessionOrigin | undefined
}

/**
 * Mails a user that somebody signed in to their account from a browser or a network of which it has no other session. A
 * browser that names itself in no way is known by its network alone. The first sign-in of all is no news; of an account whose
 * sessions were forgotten each is.
 */
export async function mailNewSignIn(tx: Transaction, { sessionId, userId, from }: NewSession): Promise<void> {
  if (!from) return
  const { device, network } = from
  const others = { userId, id: { not: sessionId } }
  // Of a session that began without a request nothing is known. This sign-in is in the audit already.
  const isOverWire = { OR: [{ device: { not: null } }, { network: { not: null } }] }
  const known = await tx.session.count({ where: { ...others, ...isOverWire } })
  const signIns = { actorId: userId, action: 'account.sign-in' satisfies AuditedAction['action'] }
  if (known === 0 && (await tx.auditEntry.count({ where: signIns })) < 2) return
  const sameDevice = await tx.session.count({ where: { ...others, device, ...(device === null && { network }) } })
  const sameNetwork = await tx.session.count({ where: { ...others, network } })
  if (sameDevice > 0 && sameNetwork > 0) return
  const what = sameDevice > 0 ? 'a network that was not seen before' : 'a browser that was not seen before'
  const message = `Somebody signed in to your account by ${browserOf(device)}: ${what} (${network ?? 'unknown'}).\nWas it you? Then there is nothing to do. If not, change your password and sign the other sessions out.`
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

function browserOf(device: string | null): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(device ?? ''))?.[1]
  return `${nameIn(browsers) ?? 'an unknown browser'} on ${nameIn(systems) ?? 'an unknown system'}`
}
