import type { CuratedMaker, CuratedModel, Model } from '../model.ts'
import { nameForms } from '../name-forms.ts'
import { isNetwork, isNumber, keyOf, tokensOf } from '../tokens.ts'
import type { SourceName } from './read-sources.ts'

type Built = {
  models: Model[]
  /** Identifiers that the sources give to two of the models, which therefore are of neither. */
  disputed: { identifier: string; slugs: string[] }[]
}

/** The curated models, each with the identifiers that the sources give it; ordered by slug. */
export function buildModels(makers: readonly CuratedMaker[], sources: readonly SourceName[]): Built {
  const curated = makers.flatMap(maker => Object.entries(maker.models).map(([slug, model]) => ({ maker, slug, model })))
  const named = curated.map(({ maker, slug, model }) => ({
    slug: `${maker.slug}/${slug}`,
    maker: maker.name,
    brands: maker.brands,
    name: model.name,
    alsoCalled: [...(model.alsoCalled ?? []), ...(model.sourceNames ?? [])],
  }))
  const found = identify(named, sources)
  const disputed = found.filter(({ slugs }) => slugs.size > 1)
  const identifiers = Map.groupBy(
    found.filter(({ slugs }) => slugs.size === 1),
    ({ slugs: [slug] }) => slug,
  )
  const models = curated.map(({ maker, slug, model }) => {
    const whole = `${maker.slug}/${slug}`
    const own = identifiers.get(whole)?.map(({ identifier }) => identifier) ?? []
    return { slug: whole, maker: maker.name, ...factsOf(model, maker), identifiers: own.sort(byCode) }
  })
  return {
    models: models.sort((one, other) => byCode(one.slug, other.slug)),
    disputed: disputed.map(({ identifier, slugs }) => ({ identifier, slugs: [...slugs].sort(byCode) })),
  }
}

type Named = { slug: string; maker: string; brands: readonly string[]; name: string; alsoCalled: string[] }

/**
 * The slugs that each identifier is said to be of, in capitals or small letters. An identifier that is itself a model's
 * name speaks for that model.
 */
function identify(
  named: readonly Named[],
  sources: readonly SourceName[],
): { identifier: string; slugs: Set<string> }[] {
  const forms = nameForms(named)
  const found = new Map<string, { identifier: string; slugs: Set<string> }>()
  for (const { identifier, name, brand } of sources)
    for (const said of [name, identifier]) {
      const model = modelOf(said, brand, forms)
      if (!model) continue
      const entry = found.get(identifier.toLowerCase()) ?? { identifier, slugs: new Set() }
      entry.slugs.add(model.slug)
      found.set(identifier.toLowerCase(), entry)
    }
  return [...found.values()]
}

/** The model that a source means, if it says exactly that: with or without the brand, and `5G` where no other model has it. */
function modelOf(said: string, brand: string | null, forms: ReturnType<typeof nameForms<Named>>): Named | undefined {
  const tokens = tokensOf(said)
  const shorter = tokens.filter(token => !isNetwork(token))
  const ways = (shorter.some(isNumber) ? [tokens, shorter] : [tokens]).flatMap(way =>
    brand ? [way, [...tokensOf(brand), ...way]] : [way],
  )
  const form = ways.map(way => forms.get(keyOf(way))).find(form => form?.isExact)
  return form && (!brand || form.model.brands.includes(brand)) ? form.model : undefined
}

/** What ships of a curated model. */
function factsOf(
  { sourceNames, noIdentifier, notSoldWith = [], ...facts }: CuratedModel,
  { neverSoldWith = [] }: CuratedMaker,
): Omit<Model, 'slug' | 'maker' | 'identifiers'> {
  const missing = [...new Set([...neverSoldWith, ...notSoldWith])].sort(byCode)
  return { ...facts, ...(missing.length > 0 && { notSoldWith: missing }) }
}

const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
