import type { Code, CodeKind, ProjectState } from './emulator.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long the provider's links hold. */
const LIFETIMES_MS: Record<CodeKind, number> = {
  PASSWORD_RESET: HOUR_MS,
  VERIFY_EMAIL: 3 * DAY_MS,
  VERIFY_AND_CHANGE_EMAIL: 3 * DAY_MS,
  RECOVER_EMAIL: 3 * DAY_MS,
  EMAIL_SIGNIN: 6 * HOUR_MS,
}

/** How many mails of one kind an address gets. */
const PER_DAY = 5
const APART_MS = MINUTE_MS

/** So many mails are listed. */
const LISTED = 200

/** A mail that the provider would send. */
export type Mail = {
  to: string
  kind: CodeKind
  link: string
  sentAt: Date
  state: 'open' | 'used' | 'expired'
}

export type MailOptions = {
  /** The product's page that links lead to, with `mode` and `oobCode` in its query; the emulator's own when absent. */
  actionUrl?: string | undefined
  now?: () => Date
  /** The emulator's own address, once it listens. */
  ownUrl(): string
  /** Throws the provider's error. */
  reject(code: string): never
}

type Sent = {
  to: string
  kind: CodeKind
  link: string
  code: string
  sentAt: Date
  isUsed: boolean
  /** Whose email it is about: an account that has that email later is another one. */
  localId: string | undefined
}

/** The link of the emulator, to the product's page. */
const linkTo = (actionUrl: string, emulatorLink: string): string => {
  const url = new URL(actionUrl)
  for (const [name, value] of new URL(emulatorLink).searchParams) url.searchParams.set(name, value)
  return url.toString()
}

/**
 * Gives the emulator's codes what the provider's have: they expire, they are mailed, and an address gets one of a kind a
 * minute and five a day. One mail too many is rejected with TOO_MANY_ATTEMPTS_TRY_LATER; a password reset is answered as
 * ever and not sent, so that the answer does not tell whether there is an account. A code is its account's alone.
 * @returns the mails, newest first
 */
export const sendMails = (state: ProjectState, { actionUrl, now = () => new Date(), ownUrl, reject }: MailOptions) => {
  const sent: Sent[] = []
  const { createOob, validateOobCode, deleteOobCode, updateUserByLocalId } = state

  const isTooMany = (to: string, kind: CodeKind): boolean => {
    const at = now().getTime()
    const recent = sent.filter(mail => mail.to === to && mail.kind === kind && at - mail.sentAt.getTime() < DAY_MS)
    return recent.length >= PER_DAY || recent.some(mail => at - mail.sentAt.getTime() < APART_MS)
  }
  const isExpired = ({ kind, sentAt }: Sent): boolean => now().getTime() - sentAt.getTime() >= LIFETIMES_MS[kind]

  state.createOob = (email, newEmail, kind, generateLink) => {
    // One inbox, however it is written.
    const to = (newEmail ?? email).trim().toLowerCase()
    const isUnsent = isTooMany(to, kind)
    if (isUnsent && kind !== 'PASSWORD_RESET') reject('TOO_MANY_ATTEMPTS_TRY_LATER')
    const link = (code: string) => (actionUrl ? linkTo(actionUrl, generateLink(code)) : generateLink(code))
    const code = createOob.call(state, email, newEmail, kind, link)
    if (isUnsent) deleteOobCode.call(state, code.oobCode)
    else {
      const localId = state.getUserByEmail(email)?.localId
      sent.push({ to, kind, link: code.oobLink, code: code.oobCode, sentAt: now(), isUsed: false, localId })
    }
    if (sent.length > 10 * LISTED) sent.splice(0, sent.length - 5 * LISTED)
    return code
  }
  state.validateOobCode = (oobCode: string): Code | undefined => {
    const mail = sent.find(each => each.code === oobCode)
    if (mail && !mail.isUsed && isExpired(mail)) reject('EXPIRED_OOB_CODE')
    const code = validateOobCode.call(state, oobCode)
    const isAnothers = code && mail?.localId !== undefined && state.getUserByEmail(code.email)?.localId !== mail.localId
    return isAnothers ? undefined : code
  }
  state.deleteOobCode = oobCode => {
    const mail = sent.find(each => each.code === oobCode)
    if (mail) mail.isUsed = true
    return deleteOobCode.call(state, oobCode)
  }

  // The provider mails the email of before whenever a mailed link has changed it; the emulator only when nobody proved it.
  state.updateUserByLocalId = (localId, fields, options) => {
    const { email: before, initialEmail } = state.getUserByLocalId(localId) ?? {}
    const { email, emailVerified }: { email?: string; emailVerified?: boolean } = fields
    const isChanged = before !== undefined && email !== undefined && emailVerified === true && email !== before
    if (!isChanged || email === initialEmail) return updateUserByLocalId.call(state, localId, fields, options)
    const account = updateUserByLocalId.call(state, localId, { ...fields, initialEmail: before }, options)
    state.createOob(before, undefined, 'RECOVER_EMAIL', oobCode => {
      const parameters = new URLSearchParams({ mode: 'recoverEmail', lang: 'en', oobCode, apiKey: 'fake-api-key' })
      return `${ownUrl()}/emulator/action?${parameters}`
    })
    return account
  }

  return (): Mail[] =>
    sent
      .slice(-LISTED)
      .toReversed()
      .map(mail => {
        const { to, kind, link, sentAt, isUsed } = mail
        return { to, kind, link, sentAt, state: isUsed ? 'used' : isExpired(mail) ? 'expired' : 'open' }
      })
}
