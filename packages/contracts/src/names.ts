import * as z from 'zod/mini'
import { hasBadge, hasNothingHidden, isOfOneScript, isPlainlyWritten, saysVerified } from './name-signs.ts'
import { line } from './text.ts'

const HIDDEN_MESSAGE = 'This has signs that nobody sees: type it again'
const MIXED_MESSAGE = 'A word mixes letters of different alphabets: type it again'

/** The name of a thing or a place: nothing hidden, and no sign that looks like a mark of the shop. */
export function thingName(required: string, max: number) {
  return line(required, max).check(
    z.refine(hasNothingHidden, HIDDEN_MESSAGE),
    z.refine(name => !hasBadge(name), 'Leave ticks, stars and badges out: the shop shows what it has verified'),
    z.refine(isPlainlyWritten, 'Use plain letters: some of these only look like them'),
    z.refine(isOfOneScript, MIXED_MESSAGE),
  )
}

/** A person's name, as others see it: the same, and it does not say that they are verified. */
export function personName(required: string, max: number) {
  return thingName(required, max).check(
    z.refine(name => !saysVerified(name), 'Leave “verified” out of the name: the shop shows who is'),
  )
}
