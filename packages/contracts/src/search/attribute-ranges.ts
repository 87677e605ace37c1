import { type AttributeName, attributeNames } from '../listings/attributes.ts'

/** From the least to the most, both within. */
export interface Range {
  min?: number | undefined
  max?: number | undefined
}

/** A range of an attribute that a search is narrowed to. */
export interface AttributeRange extends Range {
  name: AttributeName
}

interface Ranged {
  attributes?: { [Name in AttributeName]?: Range | undefined } | undefined
}

/** The attributes' ranges that narrow a search, in the order of the attributes' declaration. */
export function rangesOf({ attributes = {} }: Ranged): AttributeRange[] {
  return attributeNames
    .map((name): AttributeRange => ({ name, ...attributes[name] }))
    .filter(({ min, max }) => min !== undefined || max !== undefined)
}

/** The search with another range of an attribute; without one, it is not narrowed by the attribute. */
export function withRange<Filters extends Ranged>(
  { attributes: before, ...filters }: Filters,
  name: AttributeName,
  range?: Range,
): Omit<Filters, 'attributes'> & Ranged {
  const { [name]: _, ...others } = before ?? {}
  const attributes = range ? { ...others, [name]: range } : others
  return Object.keys(attributes).length === 0 ? filters : { ...filters, attributes }
}
