import type { Model } from './model.ts'
import { isNetwork, isNumber, keyOf, tokensOf } from './tokens.ts'

type Named = Pick<Model, 'slug' | 'maker' | 'name' | 'alsoCalled'>

/** A way to write a model's name. `isExact`: no part of it is left out, so that it can be no other phone's. */
type Form<M> = { model: M; isExact: boolean }

/** `isTold: false`: it says too little to be this model's, and must not be another's: `Note 9` may be a Redmi. */
type NameForm = { key: string; isExact: boolean; isTold?: boolean }

/** First words of a name that stand for the maker: whoever writes them need not name the maker too. */
const LINES = new Set(
  'iphone galaxy pixel oneplus xiaomi redmi poco pocophone moto motorola razr thinkphone nokia xperia fairphone nothing cmf huawei honor mi'.split(
    ' ',
  ),
)

/** Lines that sellers leave out after the maker: `Samsung S21`, `Motorola G54`. */
const OMITTED_LINES = new Set(['galaxy', 'moto', 'redmi', 'mi', 'poco'])

/**
 * Every way to write the models' names, by its key (`keyOf`). A form that two models share is neither's, unless it is the
 * exact name of one. Throws when two models have the same exact name.
 */
export function nameForms<M extends Named>(models: readonly M[]): Map<string, Form<M>> {
  const forms = new Map<string, Form<M> | null>()
  for (const formsOf of [exactForms, withoutNetwork, withoutLine]) {
    const found = new Map<string, Form<M> | null>()
    for (const model of models)
      for (const { key, isExact, isTold = true } of formsOf(model)) {
        const other = found.get(key)
        if (!isTold) found.set(key, null)
        else if (other === undefined || other?.model === model)
          found.set(key, { model, isExact: isExact || !!other?.isExact })
        else if (formsOf === exactForms)
          throw new Error(`Two models are called ${key}: ${other?.model.slug}, ${model.slug}`)
        else found.set(key, null)
      }
    for (const [key, form] of found) if (!forms.has(key)) forms.set(key, form)
  }
  return new Map([...forms].flatMap(([key, form]) => (form ? [[key, form] as const] : [])))
}

/** The name, with and without the maker. */
function exactForms(model: Named): NameForm[] {
  return namesOf(model).flatMap(({ name, maker }) => {
    const isTelling = LINES.has(name[0] ?? '')
    const alone = isTelling || isLong(name) ? [{ key: keyOf(name), isExact: isTelling }] : []
    return [...alone, { key: keyOf([...maker, ...name]), isExact: true }]
  })
}

/** The same without `5G`, where a number is left that tells models apart. */
function withoutNetwork(model: Named): NameForm[] {
  const shorter = namesOf(model)
    .filter(({ name }) => name.some(isNetwork))
    .map(({ name }) => name.filter(token => !isNetwork(token)).join(' '))
  const [name, ...alsoCalled] = shorter.filter(name => name.split(' ').some(isNumber))
  return name === undefined ? [] : exactForms({ ...model, name, alsoCalled })
}

/** The same without the line: `Samsung S21`, and `S21 Ultra` alone, since few other makers have such names. */
function withoutLine(model: Named): NameForm[] {
  return namesOf(model).flatMap(({ name: [line = '', ...rest], maker }) => {
    if (!OMITTED_LINES.has(line)) return []
    return [rest, rest.filter(token => !isNetwork(token))]
      .filter(name => name.some(isNumber))
      .flatMap(name => [
        { key: keyOf([...maker, ...name]), isExact: line === 'galaxy' || line === 'moto' },
        ...(isLong(name) ? [{ key: keyOf(name), isExact: false, isTold: line === 'galaxy' }] : []),
      ])
  })
}

function namesOf({ maker, name, alsoCalled = [] }: Named): { name: string[]; maker: string[] }[] {
  const makerTokens = tokensOf(maker)
  return [name, ...alsoCalled].map(tokensOf).map(tokens => ({
    name: tokens,
    maker: keyOf(tokens).startsWith(keyOf(makerTokens)) ? [] : makerTokens,
  }))
}

/** Whether a name without its maker tells enough: `Mate 20 Pro`, but not `P30` or `Edge`. */
function isLong(name: readonly string[]): boolean {
  return keyOf(name).length >= 5 && !isNumber(name[0] ?? '') && name.some(isNumber)
}
