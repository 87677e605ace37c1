import * as z from 'zod/mini'
import { BADGE, fold, hasNothingHidden, isOfOneScript, SYMBOL, VERIFIED } from './name-signs.ts'
import { line } from './text.ts'

const HIDDEN_MESSAGE = 'This has signs that nobody sees: type it again'
const MIXED_MESSAGE = 'A word mixes letters of different alphabets that look alike: type it again'

/** In an emoji, which a thing's name may have. */
const OF_EMOJI = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\d#*])[\u200d\ufe0f]/gu

/** A person's name, as others see it: no pictures, no signs that look like a mark of the shop, nothing hidden. */
export function personName(required: string, max: number) {
  return line(required, max).check(
    z.refine(hasNothingHidden, HIDDEN_MESSAGE),
    z.refine(name => !SYMBOL.test(name), 'Use letters in a name, no pictures or signs'),
    z.refine(name => !VERIFIED.test(fold(name)), 'Leave “verified” out of the name: the shop shows who is'),
    z.refine(isOfOneScript, MIXED_MESSAGE),
  )
}

/** The name of a thing or a place: nothing hidden, and no sign that looks like a mark of the shop. */
export function thingName(required: string, max: number) {
  return line(required, max).check(
    z.refine(name => hasNothingHidden(name.replaceAll(OF_EMOJI, '')), HIDDEN_MESSAGE),
    z.refine(name => !BADGE.test(name), 'Leave ticks, stars and badges out: the shop shows what it has verified'),
    z.refine(isOfOneScript, MIXED_MESSAGE),
  )
}
