import * as z from 'zod/mini'

// NUL and lone surrogates cannot be stored; other controls, separators and direction overrides can disguise a text. U+FFFD
// stands where a text in another encoding was damaged.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE_LINE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffd]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const UNSAFE_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufffd]/
const UNPRINTABLE = 'Use letters, digits and common signs only'
// Also with joiners between, which nobody sees.
const STACKED_MARKS = /(?:\p{M}[\u200b-\u200d\u2060]*){5,}/u
/** Something that leaves ink: no blank, no control or format sign, no mark alone, and none of the letters that are empty. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * At most so many characters. What is longer is looked at no further: what patterns cost is bounded by what this lets by.
 * It stands before every other check of a text.
 */
export function atMost(max: number, error = `Use at most ${max} characters`) {
  return z.maxLength(max, { error, abort: true })
}

/** A line of text as a person types it: trimmed, not empty, at most `max` characters, printable. */
export function line(required: string, max: number) {
  return z.string(required).check(
    z.trim(),
    z.minLength(1, required),
    atMost(max),
    z.refine(text => text === '' || VISIBLE.test(text), required),
    z.refine(text => isClean(text, UNSAFE_LINE), UNPRINTABLE),
  )
}

/** A text of several lines, with the same bounds. */
export function paragraph(required: string, max: number) {
  return z.string(required).check(
    z.trim(),
    z.minLength(1, required),
    atMost(max),
    z.refine(text => text === '' || VISIBLE.test(text), required),
    z.refine(text => isClean(text, UNSAFE_TEXT), UNPRINTABLE),
  )
}

/** A text of several lines that may be left out: trimmed, empty without one. */
export function optionalParagraph(max: number) {
  return z._default(
    z.string().check(
      z.trim(),
      atMost(max),
      z.refine(text => isClean(text, UNSAFE_TEXT), UNPRINTABLE),
    ),
    '',
  )
}

/** What a person searches for: a line that may be empty, taken literally. */
export function searchLine(max: number) {
  return z.string().check(
    z.trim(),
    atMost(max),
    z.refine(text => isClean(text, UNSAFE_LINE), UNPRINTABLE),
  )
}

/** A text that is compared with a stored one, and taken as it is; the database holds no NUL and no half of a character. */
export function storedText(max: number) {
  return z.string().check(
    atMost(max),
    z.refine(text => text.isWellFormed() && !text.includes('\0'), UNPRINTABLE),
  )
}

function isClean(text: string, unsafe: RegExp): boolean {
  return text.isWellFormed() && !unsafe.test(text) && !STACKED_MARKS.test(text)
}
