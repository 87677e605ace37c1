export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'

type BrandRule = {
  brand: Brand
  /** Whether a number that starts so is of the brand. */
  starts: RegExp
  /** How many digits a whole number has. */
  lengths: readonly number[]
  /** The sizes of the groups that its digits are written in. */
  groups: readonly number[]
  cvcLength: number
}

const FOURS = [4, 4, 4, 4, 3]

// Source: the networks' published issuer identification ranges (ISO/IEC 7812).
const rules: readonly BrandRule[] = [
  { brand: 'amex', starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvcLength: 4 },
  { brand: 'diners', starts: /^3(?:6|8|9)/, lengths: [14], groups: [4, 6, 4], cvcLength: 3 },
  { brand: 'diners', starts: /^30[0-59]/, lengths: [16], groups: FOURS, cvcLength: 3 },
  { brand: 'jcb', starts: /^35(?:2[89]|[3-8])/, lengths: [16], groups: FOURS, cvcLength: 3 },
  { brand: 'visa', starts: /^4/, lengths: [16], groups: FOURS, cvcLength: 3 },
  {
    brand: 'mastercard',
    starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: FOURS,
    cvcLength: 3,
  },
  { brand: 'discover', starts: /^(?:6011|64[4-9]|65)/, lengths: [16], groups: FOURS, cvcLength: 3 },
  { brand: 'unionpay', starts: /^(?:62|81)/, lengths: [16, 19], groups: FOURS, cvcLength: 3 },
]

const unknownRule: BrandRule = { brand: 'unknown', starts: /^/, lengths: [16], groups: FOURS, cvcLength: 3 }

/** The brand of a card number, from its first digits on. */
export function brandRule(digits: string): BrandRule {
  return rules.find(rule => rule.starts.test(digits)) ?? unknownRule
}
