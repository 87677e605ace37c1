import { type Brand, brandRule } from './brand.ts'

/** The longest security code that a card whose number starts so may have. */
export function maxCvcLength(numberDigits: string): number {
  const { brand, cvcLength } = brandRule(numberDigits)
  return brand === ('unknown' satisfies Brand) ? 4 : cvcLength
}

export function cvcState(digits: string, numberDigits: string): 'empty' | 'incomplete' | 'complete' {
  if (digits === '') return 'empty'
  return digits.length < brandRule(numberDigits).cvcLength ? 'incomplete' : 'complete'
}
