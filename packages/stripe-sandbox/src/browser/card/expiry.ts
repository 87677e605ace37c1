import { digitsOf } from './card-number.ts'

export type ExpiryState =
  | 'empty'
  | 'incomplete'
  | 'complete'
  | 'invalid_month'
  | 'month_past'
  | 'year_past'
  | 'year_invalid'

const YEARS_AHEAD = 50

/** The digits (MMYY, at most) that a typed, pasted or autofilled text means: `4/2034` is `0434`, `13` is `013`. */
export function expiryDigits(text: string): string {
  const [month = '', year = ''] = text.split(/[/-]/, 2).map(digitsOf)
  const digits = year !== '' && month.length === 1 ? `0${month}${year}` : `${month}${year}`
  const padded = /^[2-9]/.test(digits) || /^1[3-9]/.test(digits) ? `0${digits}` : digits
  const shortYear = /^\d{2}20\d{2}$/.test(padded) ? padded.slice(0, 2) + padded.slice(4) : padded
  return shortYear.slice(0, 4)
}

/** `1234` is shown as `12 / 34`; the slash comes as soon as the month is there. */
export function formatExpiry(digits: string): string {
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** The text after deleting from its end: with the slash goes the digit before it, or nothing would ever go. */
export function deleteFromExpiry(text: string, before: string): string {
  const digits = expiryDigits(text)
  const deletedTheSlash = digits === expiryDigits(before) && text.length < before.length
  return formatExpiry(deletedTheSlash ? digits.slice(0, -1) : digits)
}

/** How far a date (MMYY) is typed, and whether a card may still be used in `now`'s month. */
export function expiryState(digits: string, now: Date): ExpiryState {
  if (digits === '') return 'empty'
  const month = Number(digits.slice(0, 2))
  if (digits.length >= 2 && (month < 1 || month > 12)) return 'invalid_month'
  if (digits.length < 4) return 'incomplete'
  const year = 2000 + Number(digits.slice(2))
  if (year < now.getFullYear()) return 'year_past'
  if (year > now.getFullYear() + YEARS_AHEAD) return 'year_invalid'
  return year === now.getFullYear() && month < now.getMonth() + 1 ? 'month_past' : 'complete'
}
