import { models } from './built/models.ts'
import { modelOfIdentifier } from './find-model.ts'
import { fillerWords, isOtherThing, otherMakers, purposeWords, variantWords, withWords } from './listing-words.ts'
import { fullName, type Model } from './model.ts'
import { nameForms } from './name-forms.ts'
import { readColour } from './read-colour.ts'
import { readStorage, withoutMemory } from './read-storage.ts'
import { isNetwork, isNumber, keyOf, plain, tokensOf } from './tokens.ts'

/** What a seller's own words for a phone say. `likely`: part of the name is left out, or some words are not understood. */
export type Match = { model: Model; storageGb?: number; colour?: string; confidence: 'certain' | 'likely' }

const forms = nameForms(models)
const makerTokens = new Map([...new Set(models.map(({ maker }) => maker))].map(maker => [maker.toLowerCase(), maker]))
const MAX_TOKENS = 12
const MAX_LENGTH = 300

type Found = { model: Model; isExact: boolean; start: number; end: number }

/**
 * The model that a seller's free text names, such as `Apple iPhone 13 Pro Max 256GB blau`. Null when it names none or
 * two, a part or an accessory, or a model beside those of the catalogue, and for more than 300 signs: what is unsure stays
 * unmatched.
 */
export function matchName(name: string): Match | null {
  if (name.length > MAX_LENGTH) return null
  const text = joined(withNames(plain(name)))
  // The 12 of `iPhone 12/128` is no memory, though it is written as one.
  return matchText(withoutMemory(text)) ?? matchText(text)
}

function matchText(text: string): Match | null {
  const all = tokensOf(withoutCounts(text))
  const tokens = all.filter(token => !isNetwork(token))
  const found = longer(findNames(all), findNames(tokens))
  if (!found) return null
  return read(found.tokens, found.names, all.find(isNetwork))
}

type Names = { tokens: string[]; names: Found[] }

/** The names in a text, each as long as can be, from left to right. */
function findNames(tokens: string[]): Names {
  const names: Found[] = []
  for (let start = 0; start < tokens.length; ) {
    const name = longestAt(tokens, start)
    if (name) names.push(name)
    start = name ? name.end : start + 1
  }
  return { tokens, names }
}

function longestAt(tokens: readonly string[], start: number): Found | undefined {
  for (let end = Math.min(tokens.length, start + MAX_TOKENS); end > start; end -= 1) {
    const form = forms.get(keyOf(tokens.slice(start, end)))
    if (form) return { ...form, start, end }
  }
  return undefined
}

/** Of a text as it is and without its `5G`, that of which more words belong to the names; null when there are none. */
function longer(whole: Names, withoutNetwork: Names): Names | null {
  const [one, other] = [whole, withoutNetwork].map(({ tokens, names }) =>
    names.reduce((sum, { start, end }) => sum + tokens.slice(start, end).filter(token => !isNetwork(token)).length, 0),
  )
  const better = (other ?? 0) > (one ?? 0) ? withoutNetwork : whole
  return better.names.length > 0 ? better : null
}

function read(tokens: string[], names: Found[], network: string | undefined): Match | null {
  const [first] = names
  if (!first || names.some(({ model }) => model !== first.model)) return null
  const model = withNetwork(first.model, network)
  if (!model) return null
  const inNames = (index: number) => names.some(({ start, end }) => index >= start && index < end)
  const rest = tokens.map((token, index) => (inNames(index) || isNetwork(token) ? null : token))
  const storage = readStorage(rest, model.storagesGb)
  const colour = readColour(rest, model.colours)
  const others = rest.map((token, index) => (storage.used.has(index) || colour.used.has(index) ? null : token))
  const doubt = doubtOf(others, { tokens, first, model })
  const isExact = names.some(name => name.isExact)
  if (doubt === 'other' || (doubt === 'some' && !isExact)) return null
  const isCertain = isExact && doubt === 'none' && !storage.isOdd
  return {
    model,
    ...(storage.gb !== null && { storageGb: storage.gb }),
    ...(colour.colour !== null && { colour: colour.colour }),
    confidence: isCertain ? 'certain' : 'likely',
  }
}

/** The sibling that a `5G` somewhere in the text means; null when the text says of a model's network what it is not. */
function withNetwork(model: Model, network: string | undefined): Model | null {
  const tokens = tokensOf(model.name)
  const own = tokens.find(isNetwork)
  if (network === undefined || network === own) return model
  if (own !== undefined) return null
  const sibling =
    forms.get(keyOf([...tokens, network])) ?? forms.get(keyOf([...tokensOf(model.maker), ...tokens, network]))
  if (sibling && sibling.model !== model) return sibling.model
  return network === '5g' && !tokens.some(isNumber) ? null : model
}

type Context = { tokens: readonly string[]; first: Found; model: Model }

/** Whether the words beside the name say that it is something else, or are not understood. */
function doubtOf(others: readonly (string | null)[], context: Context): 'none' | 'some' | 'other' {
  const { first, model } = context
  let doubt: 'none' | 'some' = 'none'
  for (const [index, word] of others.entries()) {
    if (word === null) continue
    const isNext = index === first.end
    if (variantWords.has(word) || (isNext && /^[a-z]$/.test(word))) return 'other'
    if (isNumber(word)) {
      const meaning = meaningOfNumber(word, isNext, context)
      if (meaning === 'other') return 'other'
      if (meaning === 'some') doubt = 'some'
    } else if (
      word === 'plusand' &&
      isNext &&
      isName(keyOf([...context.tokens.slice(first.start, first.end), 'plus']))
    ) {
      return 'other'
    } else if (isOtherThing(word) && !isAboutBattery(others, index)) {
      if (!others.slice(first.end, index).some(before => before !== null && withWords.has(before))) return 'other'
      doubt = 'some'
    } else if (purposeWords.has(word) && index < first.start && others[index + 1] !== 'sale') {
      return 'other'
    } else if (otherMakers.has(word) && !(word === 'lenovo' && model.maker === 'Motorola')) {
      return 'other'
    } else if (isOtherMaker(word, model)) {
      return 'other'
    } else if (!isUnderstood(word, model)) doubt = 'some'
  }
  return doubt
}

/** A number in place of one of the name's that makes another model, as in `iPhone 12/13`; a year may be the model's own. */
function meaningOfNumber(
  number: string,
  isNext: boolean,
  { tokens, first, model }: Context,
): 'none' | 'some' | 'other' {
  const name = tokens.slice(first.start, first.end)
  if (isName(keyOf([...name, number]))) return 'other'
  for (const [index, token] of name.entries())
    if (isNumber(token) && token !== number) {
      const before = [...name.slice(0, index), number]
      if (isName(keyOf(before)) || isName(keyOf([...before, ...name.slice(index + 1)]))) return 'other'
    }
  const isYear = /^20[12]\d$/.test(number)
  if (isYear && model.released?.startsWith(number)) return 'none'
  return isNext && (!isYear || isNamedByYear(name)) ? 'other' : 'some'
}

/** Whether a name with a year behind it is another model's: `Moto G Power (2022)`. */
function isNamedByYear(name: readonly string[]): boolean {
  return Array.from({ length: 20 }, (_, n) => keyOf([...name, `${2010 + n}`])).some(isName)
}

function isName(key: string): boolean {
  return forms.has(key)
}

/** `Battery 87 %` and `battery health` are about the phone. */
function isAboutBattery(others: readonly (string | null)[], index: number): boolean {
  return (
    /^(?:battery|akku|batterie|bateria)$/.test(others[index] ?? '') &&
    /^(?:health|percent)$/.test(others[index + 1] ?? '')
  )
}

function isOtherMaker(word: string, model: Model): boolean {
  const maker = makerTokens.get(word)
  return maker !== undefined && maker !== 'Nothing' && !isOwnMaker(maker, model)
}

function isUnderstood(word: string, model: Model): boolean {
  return word === 'plusand' || fillerWords.has(word) || withWords.has(word) || isOwnMaker(makerTokens.get(word), model)
}

/** Honor was Huawei's until 2020. */
function isOwnMaker(maker: string | undefined, model: Model): boolean {
  return maker === model.maker || (maker === 'Huawei' && model.maker === 'Honor')
}

/** A text in which an identifier, `SM-G781B/DS`, is the name of its model. Apple's own numbers, `A2221`, say no more. */
function withNames(text: string): string {
  return text.replace(/[a-z0-9]+(?:-[a-z0-9]+)*(?:\/ds\b)?/g, word => {
    if (/^a[123]\d{3}$/.test(word)) return ' '
    const isLikeOne = word.length >= 5 && /\d/.test(word) && /[a-z]/.test(word)
    const model = isLikeOne ? modelOfIdentifier(word.replace(/\/ds$/, '')) : null
    return model ? ` ${plain(fullName(model))} ` : word
  })
}

/** A text in which what is one word is written as one. A plus that stands alone is an `and`. */
function joined(text: string): string {
  return text
    .replace(/(^|\s)\+(?=\s|$)/g, ' plusand ')
    .replace(/\bdual[ -]sim\b/g, 'dualsim')
    .replace(/\bsmart[ -]phone/g, 'smartphone')
}

/** A text in which prices, percentages and times are words: their numbers are of no model. */
function withoutCounts(text: string): string {
  return text
    .replace(/[$€£] ?\d+(?:[.,]\d+)*/g, ' ')
    .replace(/\d+(?:[.,]\d+)* ?(?:[€$£]|(?:eur|euro|euros|usd|dollars?|chf)\b)/g, ' ')
    .replace(/\d+(?:[.,]\d+)? ?(?:%|(?:percent|prozent)(?![a-z]))/g, ' percent ')
    .replace(
      /\d+ ?(?:months?|monate?|mois|years?|jahre?|ans|weeks?|wochen|days?|tage?|mah|mp|hz|inch|zoll|cycles?)(?![a-z])/g,
      ' ',
    )
    .replace(/\b10 ?\/ ?10\b/g, ' ')
}
