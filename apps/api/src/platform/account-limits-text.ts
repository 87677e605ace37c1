import {
  type AccountLimitName,
  type AccountLimits,
  accountLimitNames,
  defaultAccountLimits,
  type TrustLevel,
  trustLevels,
} from '@second-ring/contracts/account-limits'
import * as z from 'zod/mini'

const ENTRY = /^(\w+)(?:\.(\w+))?=([1-9]\d{0,8})$/
const HOW = 'must be like postsADay=50,openBookings.new=2 or all=500, with numbers of 1 at least'

/**
 * The table of limits with other numbers, separated by commas: of a limit (`postsADay=50`), of a limit at one level
 * (`openBookings.new=2`), or of all limits (`all=500`). Later ones win.
 */
export const AccountLimitsText = z.pipe(
  z.string().check(
    z.superRefine((text, context) => {
      for (const message of problemsOf(text)) context.addIssue(message)
    }),
  ),
  z.transform((text: string) => readLimits(text)),
)

function entriesOf(text: string): string[] {
  return text.split(',').flatMap(entry => entry.trim() || [])
}

function problemsOf(text: string): string[] {
  return entriesOf(text).flatMap(entry => {
    const [, name = '', level] = ENTRY.exec(entry) ?? []
    if (!name) return [`"${entry}" ${HOW}`]
    if (name !== 'all' && !isName(name)) return [`"${name}" is no limit; they are ${accountLimitNames.join(', ')}`]
    if (level !== undefined && !isLevel(level)) return [`"${level}" is no level; they are ${trustLevels.join(', ')}`]
    return []
  })
}

function readLimits(text: string): AccountLimits {
  const limits = structuredClone(defaultAccountLimits)
  for (const entry of entriesOf(text)) {
    const [, name = '', level, number] = ENTRY.exec(entry) ?? []
    const names = name === 'all' ? accountLimitNames : accountLimitNames.filter(each => each === name)
    const levels = trustLevels.filter(each => level === undefined || each === level)
    for (const each of names) for (const at of levels) limits[each][at] = Number(number)
  }
  return limits
}

function isName(text: string): text is AccountLimitName {
  return accountLimitNames.some(name => name === text)
}

function isLevel(text: string): text is TrustLevel {
  return trustLevels.some(level => level === text)
}
