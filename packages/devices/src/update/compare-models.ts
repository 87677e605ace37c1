import type { Model } from '../model.ts'

/** What a review looks at: a line for each model that is added (+), removed (-) or changed (~). */
export function compareModels(before: readonly Model[], after: readonly Model[]): string[] {
  const old = new Map(before.map(model => [model.slug, model]))
  const current = new Map(after.map(model => [model.slug, model]))
  const removed = before.filter(({ slug }) => !current.has(slug)).map(model => `- ${model.slug} ${text(model)}`)
  const changed = after.flatMap(model => {
    const earlier = old.get(model.slug)
    if (!earlier) return [`+ ${model.slug} ${text(model)}`]
    const changes = changesOf(earlier, model)
    return changes.length > 0 ? [`~ ${model.slug}`, ...changes.map(change => `    ${change}`)] : []
  })
  return [...removed, ...changed]
}

function changesOf(earlier: Model, model: Model): string[] {
  const { identifiers: had, ...oldFacts } = earlier
  const { identifiers: has, ...facts } = model
  const oldTexts = textsOf(oldFacts)
  const texts = textsOf(facts)
  const keys = [...new Set([...oldTexts.keys(), ...texts.keys()])].filter(key => oldTexts.get(key) !== texts.get(key))
  return [
    ...keys.map(key => `${key}: ${oldTexts.get(key) ?? 'absent'} → ${texts.get(key) ?? 'absent'}`),
    ...had.filter(identifier => !has.includes(identifier)).map(identifier => `- identifier ${identifier}`),
    ...has.filter(identifier => !had.includes(identifier)).map(identifier => `+ identifier ${identifier}`),
  ]
}

function textsOf(facts: object): Map<string, string> {
  return new Map(Object.entries(facts).map(([key, value]) => [key, JSON.stringify(value)]))
}

function text({ slug, ...rest }: Model): string {
  return JSON.stringify(rest)
}
