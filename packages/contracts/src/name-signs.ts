// No zod here: pages that load no schemas use it.

/** Signs that nobody sees: joiners, direction marks, variation selectors, tags, fillers, and what has no meaning yet. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\u2800]/u
/** Joiners between letters of scripts that spell with them, such as Persian and Hindi. */
const SPELT_JOINER =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}])[\u200c\u200d](?=\p{L})|(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]/gu
/** What joins, colours and chooses emoji. */
const OF_EMOJI =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\d#*]|[\u{e0020}-\u{e007e}])(?:\ufe0f|\u200d|[\u{e0020}-\u{e007f}])/gu
/** Ticks, crosses, stars, medals, shields, locks, crowns: what could be taken for a mark of the shop, or puts a ring around a letter. */
const BADGE =
  /[\u20dd-\u20e0\u20e2\u20e4]|[\u066d\u235f\u269d\u26e4\u274c\u2a57\u{1f320}\u{1f5f4}-\u{1f5f7}\u{1f7c9}-\u{1f7d4}\u{1fbb1}\u221a-\u221c\u22c6\u237b\u2605\u2606\u2610-\u2612\u26e8\u2705\u2713-\u2718\u2726\u2727\u2729-\u2730\u2742\u274e\u269c\u2b50-\u2b52\u2bbd-\u2bbf\u{10102}\u{1f197}\u{1f31f}\u{1f396}\u{1f397}\u{1f3c5}\u{1f3c6}\u{1f3f5}\u{1f451}\u{1f50f}-\u{1f513}\u{1f530}\u{1f5f3}\u{1f5f8}\u{1f5f9}\u{1f6e1}\u{1f947}-\u{1f949}]|(?<![\p{L}\p{M}])[\uaa9c\u30ec\uff9a](?![\p{L}\p{M}])/u
/** Letters of phonetics, raised, small capitals, or in a circle: they pass for plain ones. */
const NOT_PLAIN =
  /[\u0262\u026a\u0274\u0276\u0280\u028f\u0299\u029c\u029f\u02b0-\u02b8\u02e0-\u02e4\u1d00-\u1dbf\u2071\u207f\u2090-\u209c\u2184\u249c-\u24e9\u2c7c\u2c7d\ua730\ua731\ua770\ua7af\ua7f2-\ua7f4\ua7f8\ua7f9\uab30-\uab6b\u{10780}-\u{107ba}\u{1d400}-\u{1d7cb}\u{1df00}-\u{1df2a}\u{1f110}-\u{1f12e}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}]/u
/** The beginning of an encoded word of mails (RFC 2047), which mail programs show as another text. */
const ENCODED_WORD = /=\?[^\s?]*\?[bq]\?/i
const VERIFIED = /\bverified\b/i
/** What each letter of ‘verified’ is written as, also in alphabets of which many letters look Latin. */
const LOOKS_LIKE = new Map(
  Object.entries({
    v: 'vʋѵνᏙꓦᐯⴸ',
    e: 'e3ɇɛəєеᎬꓰⲈᗴᕮⴹ',
    r: 'rɍɼɽгᎡᏒꓣᖇ',
    i: 'i1lıɨɩіιᎥᏆᏞꓲꓡⲒᒪⵏ',
    f: 'fƒϝꓝᖴ',
    d: 'dđɖɗðԁᎠꓓᗪᗞ',
  }).flatMap(([letter, looks]) => [...looks.toLowerCase()].map(look => [look, letter] as const)),
)
/** What the other letters of the shop's own names are written as. */
const SHOP_LOOKS_LIKE = new Map([
  ...LOOKS_LIKE,
  ...Object.entries({
    c: 'cсϲçɔᏟꓚⅽ',
    g: 'gɡɢցԍᏀꓖ9',
    n: 'nпոηɴꓠ',
    o: 'o0оοσօøꓳ',
    s: 's5$ѕꜱᏚꓢ',
  }).flatMap(([letter, looks]) => [...looks.toLowerCase()].map(look => [look, letter] as const)),
])
/** The shop's name, with anything after it. Clients of the specification sign admins up under any name, ‘Admin’ too. */
const POSES_AS_SHOP = /(?<![a-z])s ?e ?c ?o ?n ?d ?r ?i ?n ?g/
const LETTER = /[\p{L}\p{N}]/u
/** As one word, or with signs between, as a word of its own: Oliver I. Fiedler says nothing. */
const SAYS_VERIFIED = /verified|(?<![a-z])v ?e ?r ?i ?f ?i ?e ?d(?![a-z])/
/** Letters in squares, circles and flags that no normal form makes plain, by the first of their alphabet. */
const ENCLOSED = [0x1f130, 0x1f150, 0x1f170, 0x1f1e6]
const SCRIPTS = [
  // Chinese, Japanese and Korean are written with Latin letters among them.
  'Latin|Han|Hiragana|Katakana|Hangul|Bopomofo',
  ...['Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Coptic', 'Cherokee', 'Lisu', 'Hebrew', 'Arabic', 'Syriac'],
  ...['Thaana', 'Nko', 'Ethiopic', 'Tifinagh', 'Vai', 'Canadian_Aboriginal', 'Mongolian', 'Tibetan', 'Devanagari'],
  ...['Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai'],
  ...['Lao', 'Khmer', 'Myanmar'],
].map(
  names =>
    new RegExp(
      names
        .split('|')
        .map(name => `\\p{Script=${name}}`)
        .join('|'),
      'gu',
    ),
)
/** Micro before a unit, and ohm after a number or a prefix. */
const UNITS =
  /(?<!\p{L})[\u00b5\u03bc](?=\p{Script=Latin}{1,3}(?!\p{L}))|(?<=(?<!\p{L})[kMGm]?)[\u2126\u03a9](?!\p{L})/gu

const TOP_LEVEL = [
  ...[
    'com',
    'net',
    'org',
    'info',
    'biz',
    'co',
    'io',
    'ai',
    'me',
    'tv',
    'cc',
    'ly',
    'gl',
    'gd',
    'app',
    'dev',
    'xyz',
    'top',
    'pro',
  ],
  ...[
    'shop',
    'store',
    'site',
    'online',
    'club',
    'vip',
    'live',
    'link',
    'click',
    'icu',
    'buzz',
    'work',
    'life',
    'world',
  ],
  ...[
    'space',
    'website',
    'web',
    'tech',
    'cloud',
    'email',
    'support',
    'help',
    'pay',
    'bank',
    'money',
    'cash',
    'finance',
  ],
  ...[
    'today',
    'news',
    'page',
    'mobi',
    'name',
    'example',
    'xn--[a-z\\d-]{2,59}',
    'рф',
    'рус',
    'укр',
    '中国',
    '公司',
    '网站',
  ],
].join('|')
/** A dot, and what browsers read as one. */
const DOT = '[.\\u2024\\u3002\\uff0e\\uff61]'
const LABEL = '[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}'
/** What may follow a host's name; what ends a quotation does not. */
const REST = '(?![\\p{L}\\p{N}-])(?::\\d{1,5})?(?:[/?#][^\\s“”]*)?'
/**
 * A web address: with its scheme, from `www.` on, a numeric one with a port or a path, or a bare domain. Of domains that end
 * in two letters the part before is longer than one letter and no number: J.Li and 12.GB are none.
 */
const WEB_ADDRESS = [
  '[a-z][a-z\\d+.-]{0,19}://[^\\s“”]+',
  `(?<![\\p{L}\\p{N}])www\\d?${DOT}[^\\s“”]+`,
  '(?<![\\d.])\\d{1,3}(?:\\.\\d{1,3}){3}[:/][^\\s“”]+',
  `(?<![\\p{L}\\p{N}@._-])(?:${LABEL}${DOT}){1,8}(?:${TOP_LEVEL})${REST}`,
  `(?<![\\p{L}\\p{N}@._-])(?:${LABEL}${DOT}){0,8}(?=[\\p{N}-]*\\p{L})[\\p{L}\\p{N}][\\p{L}\\p{N}-]{1,62}${DOT}[a-z]{2}${REST}`,
].join('|')
const EMAIL_ADDRESS = /[\p{L}\p{N}]@[\p{L}\p{N}-]{1,63}[.\u2024\u3002\uff0e\uff61]\p{L}{2}/u

/** A person's name without what a name may not have, such as one that an identity provider gives; perhaps nothing. */
export function cleanName(name: string): string {
  const spelt = new Set([SPELT_JOINER, OF_EMOJI].flatMap(signs => [...name.matchAll(signs)].map(({ index }) => index)))
  return name
    .replaceAll(new RegExp(HIDDEN, 'gu'), (sign, at: number) => (spelt.has(at) ? sign : ''))
    .replaceAll(new RegExp(BADGE, 'gu'), '')
    .replaceAll(new RegExp(NOT_PLAIN, 'gu'), '')
    .replaceAll(/\ufe0f(?!\u200d)(?<!\p{Extended_Pictographic}\ufe0f|[\d#*]\ufe0f)/gu, '')
    .replaceAll('=?', '')
    .replaceAll(new RegExp(VERIFIED, 'gi'), '')
    .replaceAll(new RegExp(WEB_ADDRESS, 'giu'), '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** Whether it has a web address or an email address, which mail programs make links of. */
export function hasWebAddress(name: string): boolean {
  const plain = name.normalize('NFKC')
  return new RegExp(WEB_ADDRESS, 'iu').test(plain) || EMAIL_ADDRESS.test(plain)
}

/** A text with other words in place of each web address. */
export function withoutWebAddresses(text: string, instead: string): string {
  return text.replaceAll(new RegExp(WEB_ADDRESS, 'giu'), instead)
}

/** Whether it has no sign that nobody sees, beside those that its script or an emoji is spelt with, and no encoded text. */
export function hasNothingHidden(name: string): boolean {
  return !ENCODED_WORD.test(name) && !HIDDEN.test(name.replaceAll(OF_EMOJI, '').replaceAll(SPELT_JOINER, ''))
}

/** Whether it has a sign that looks like a mark of the shop. */
export function hasBadge(name: string): boolean {
  return BADGE.test(name)
}

/** Whether it is written in letters that are an alphabet's own. */
export function isPlainlyWritten(name: string): boolean {
  return !NOT_PLAIN.test(name)
}

/** Whether no word mixes letters of several scripts, beside those that are written together. */
export function isOfOneScript(name: string): boolean {
  const words = name.replaceAll(UNITS, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words.every(word => scriptsOf(word.replaceAll(/\p{Script=Common}|\p{Script=Inherited}/gu, '')) <= 1)
}

/** Whether it says ‘verified’, whatever its case, accents, widths, frames, signs between and digits for letters. */
export function saysVerified(name: string): boolean {
  return skeletonsOf(name, LOOKS_LIKE).some(skeleton => SAYS_VERIFIED.test(skeleton))
}

/** Whether it could be taken for the shop’s own, such as ‘Second Ring Support’. */
export function posesAsShop(name: string): boolean {
  return skeletonsOf(name, SHOP_LOOKS_LIKE).some(skeleton => POSES_AS_SHOP.test(skeleton))
}

/** What a name looks like, with exclamation marks as letters and as signs between letters. */
function skeletonsOf(name: string, looks: ReadonlyMap<string, string>): string[] {
  const letters = [...name].map(plainLetter).join('')
  const folded = letters
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll('\\/', 'v')
    .toLowerCase()
  return ['i', ' '].map(mark => skeletonOf(folded, looks, mark))
}

/** What a text looks like: letters that are looked for as they are, others as x, signs as blanks; none twice in a row. */
function skeletonOf(folded: string, looks: ReadonlyMap<string, string>, mark: string): string {
  const look = (sign: string) => looks.get(sign) ?? (LETTER.test(sign) ? 'x' : ' ')
  const all = [...folded].map(sign => (sign === '!' || sign === '|' ? mark : look(sign)))
  return all.filter((sign, index) => sign !== all[index - 1]).join('')
}

/** Whether a person may have this name. */
export function isPersonName(name: string): boolean {
  return (
    hasNothingHidden(name) &&
    !hasBadge(name) &&
    isPlainlyWritten(name) &&
    isOfOneScript(name) &&
    !saysVerified(name) &&
    !hasWebAddress(name) &&
    !posesAsShop(name)
  )
}

/** How many scripts a word is written in; those of no living language count as one. */
function scriptsOf(word: string): number {
  let [rest, count] = [word, 0]
  for (const script of SCRIPTS) {
    const without = rest.replaceAll(script, '')
    if (without !== rest) count += 1
    rest = without
  }
  return rest === '' ? count : count + 1
}

function plainLetter(sign: string): string {
  const code = sign.codePointAt(0) ?? 0
  const first = ENCLOSED.find(start => code >= start && code < start + 26)
  return first === undefined ? sign : String.fromCodePoint(0x61 + code - first)
}
