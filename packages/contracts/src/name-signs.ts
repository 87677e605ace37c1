// No zod here: pages that load no schemas use it.

/** Signs that nobody sees: joiners, direction marks, variation selectors, tags, fillers. */
const HIDDEN = /\u034f|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|[\p{Cf}\p{Co}\u115f\u1160\u2800\u3164\uffa0]/u
/** Joiners between letters of scripts that spell with them, such as Persian and Hindi. */
const SPELT_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d](?=\p{L})/gu
/** What joins, colours and chooses emoji. */
const OF_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\d#*]|[\u{e0020}-\u{e007e}])(?:\ufe0f|\u200d|[\u{e0020}-\u{e007f}])/gu
/** Ticks, crosses, stars, medals, shields, locks: what could be taken for a mark of the shop. */
export const BADGE =
  /[\u221a\u2605\u2606\u2610-\u2612\u2705\u2713-\u2718\u272a\u2b50\u2b51\u2b52\u{1f396}\u{1f3c5}\u{1f3c6}\u{1f396}\u{1f510}\u{1f512}\u{1f530}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f947}]/u
export const VERIFIED = /\bverified\b/i
/** Letters of these scripts look alike. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
/** A Greek letter in the names of units: µ and Ω. */
const UNITS = /[\u00b5\u03bc\u2126\u03a9]/gu

/** A person's name without what a name may not have, such as one that an identity provider gives; perhaps nothing. */
export function cleanName(name: string): string {
  const spelt = new Set([SPELT_JOINER, OF_EMOJI].flatMap(signs => [...name.matchAll(signs)].map(({ index }) => index)))
  return name
    .replaceAll(new RegExp(HIDDEN, 'gu'), (sign, at: number) => (spelt.has(at) ? sign : ''))
    .replaceAll(new RegExp(BADGE, 'gu'), '')
    .replaceAll(/\ufe0f(?!\u200d)(?<!\p{Extended_Pictographic}\ufe0f|[\d#*]\ufe0f)/gu, '')
    .replaceAll(new RegExp(VERIFIED, 'gi'), '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Whether it has no sign that nobody sees, beside those that its script or an emoji is spelt with. */
export function hasNothingHidden(name: string): boolean {
  return !HIDDEN.test(name.replaceAll(OF_EMOJI, '').replaceAll(SPELT_JOINER, ''))
}

/** Without case, accents and widths: `Ｖérified` is `verified`. */
export function fold(name: string): string {
  return name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether no word mixes letters of alphabets that look alike. */
export function isOfOneScript(name: string): boolean {
  const words = name.replaceAll(UNITS, '').match(/[\p{L}\p{M}]+/gu) ?? []
  return words.every(word => ALIKE.filter(script => script.test(word)).length <= 1)
}
