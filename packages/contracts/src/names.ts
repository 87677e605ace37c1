import * as z from 'zod/mini'
import {
  hasBadge,
  hasNothingHidden,
  hasWebAddress,
  isOfOneScript,
  isPlainlyWritten,
  posesAsShop,
  saysVerified,
} from './name-signs.ts'
import { line } from './text.ts'

const HIDDEN_MESSAGE = 'This has signs that nobody sees: type it again'
const MIXED_MESSAGE = 'A word mixes letters of different alphabets: type it again'

/** The name of a thing or a place: nothing hidden, no sign that looks like a mark of the shop, and no web address, since names stand in mails. */
export function thingName(required: string, max: number) {
  return line(required, max).check(
    z.refine(hasNothingHidden, HIDDEN_MESSAGE),
    z.refine(name => !hasBadge(name), 'Leave ticks, stars and badges out: the shop shows what it has verified'),
    z.refine(isPlainlyWritten, 'Use plain letters: some of these only look like them'),
    z.refine(isOfOneScript, MIXED_MESSAGE),
    z.refine(name => !hasWebAddress(name), 'Leave web and email addresses out, or put a blank after the full stop'),
  )
}

/** A person's name, as others see it: the same, it does not say that they are verified, and does not pass for the shop. */
export function personName(required: string, max: number) {
  return thingName(required, max).check(
    z.refine(name => !saysVerified(name), 'Leave “verified” out of the name: the shop shows who is'),
    z.refine(name => !posesAsShop(name), 'This name could be taken for the shop’s own: choose another one'),
  )
}
