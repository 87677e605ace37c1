import { brandRule } from './brand.ts'

/** Only the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Whether the digits' check digit is right (ISO/IEC 7812-1, the Luhn formula). */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

export type NumberState = 'empty' | 'incomplete' | 'invalid' | 'complete'

/** How far a card number is typed, and whether what is there can be one. */
export function numberState(digits: string): NumberState {
  if (digits === '') return 'empty'
  const { lengths } = brandRule(digits)
  if (digits.length < Math.min(...lengths)) return 'incomplete'
  if (lengths.includes(digits.length) && passesLuhn(digits)) return 'complete'
  return digits.length < Math.max(...lengths) ? 'incomplete' : 'invalid'
}

/** The most digits that a number which starts so may have. */
export function maxDigits(digits: string): number {
  return Math.max(...brandRule(digits).lengths)
}

/** Digits in the groups of their brand: `4242 4242 4242 4242`, `3782 822463 10005`. */
export function formatNumber(digits: string): string {
  const groups: string[] = []
  let at = 0
  for (const size of brandRule(digits).groups) {
    if (at >= digits.length) break
    groups.push(digits.slice(at, at + size))
    at += size
  }
  return groups.join(' ')
}
