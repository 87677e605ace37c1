import { models } from './built/models.ts'
import type { Model } from './model.ts'

const bySlug = new Map(models.map(model => [model.slug, model]))
const byIdentifier = new Map(
  models.flatMap(model => model.identifiers.map(identifier => [identifier.toLowerCase(), model] as const)),
)

/** The model with this slug, such as `apple/iphone-13`; null when there is none. */
export function findModel(slug: string): Model | null {
  return bySlug.get(slug) ?? null
}

/**
 * The model of what a phone's software calls it, `SM-G991B` or `iPhone14,5`, in capitals or small letters. Null when no
 * model has it, and when the sources give it to two.
 */
export function modelOfIdentifier(identifier: string): Model | null {
  return byIdentifier.get(identifier.trim().toLowerCase()) ?? null
}
