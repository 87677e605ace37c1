/** What a listing may say of its phone, as a whole number, beside what every listing says. */
interface Attribute {
  min: number
  max: number
  label: string
  /** Written behind the number, such as ` %`. */
  unit: string
  hint: string
  rest: {
    name: string
    /** Whether the number is sent as text. */
    isText: boolean
    /** Whether a client may send it with a new product. */
    isAccepted: boolean
  }
  /** Where it is entered and shown, beside REST; a `filter` narrows searches. */
  places: readonly ('form' | 'card' | 'page' | 'filter')[]
}

/**
 * Every attribute, declared once: contracts, forms, cards, pages, filters, REST and the database's rows are made from it. Its column
 * has its name in snake case. CONTRIBUTING.md says how to add one. No zod here: the site's first pages show attributes, and
 * load no schemas.
 */
export const attributes = {
  yearOfPurchase: {
    min: 1990,
    max: 2100,
    label: 'Year of purchase',
    unit: '',
    hint: '',
    rest: { name: 'year_of_purchase', isText: true, isAccepted: false },
    places: ['page'],
  },
} as const satisfies Record<string, Attribute>

export type AttributeName = keyof typeof attributes
export const attributeNames = Object.keys(attributes) as AttributeName[]

/** An attribute with its name. */
export type NamedAttribute = Attribute & { name: AttributeName }

/** The attributes that a place asks for or shows, in the order of their declaration. */
export function attributesOf(place: Attribute['places'][number]): NamedAttribute[] {
  return attributeNames
    .map((name): NamedAttribute => ({ name, ...attributes[name] }))
    .filter(({ places }) => places.includes(place))
}

/** What a listing says of each attribute; null of those that it leaves out. */
export type Attributes = Record<AttributeName, number | null>

/** The attributes of a listing, without the rest of it. */
export function pickAttributes(listing: { [Name in AttributeName]?: number | null | undefined }): Attributes {
  return shapeOf(name => listing[name] ?? null)
}

/** An attribute as it is read: `91 %`. */
export function formatAttribute({ unit }: Attribute, value: number): string {
  return `${value}${unit}`
}

type RestName = (typeof attributes)[AttributeName]['rest']['name']

/** A listing's attributes as REST answers them. */
export function toRestAttributes(listing: Attributes): Record<RestName, string | number | undefined> {
  return restShape(({ name, rest }) => {
    const value = listing[name] ?? undefined
    return rest.isText ? value?.toString() : value
  })
}

/** The attributes of a product that REST was sent. */
export function fromRestAttributes(body: Record<string, unknown>): Partial<Record<AttributeName, number>> {
  const sent = attributeNames.map(name => [name, body[attributes[name].rest.name]] as const)
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined))
}

/** A value for each attribute, by its name. */
export function shapeOf<Value>(of: (name: AttributeName) => Value): Record<AttributeName, Value> {
  return Object.fromEntries(attributeNames.map(name => [name, of(name)])) as Record<AttributeName, Value>
}

/** A value for each attribute that is a filter, by its name; none for the others. */
export function filterShape<Value>(of: (attribute: NamedAttribute) => Value): Record<AttributeName, Value> {
  const filters = attributesOf('filter').map(attribute => [attribute.name, of(attribute)])
  return Object.fromEntries(filters) as Record<AttributeName, Value>
}

/** A value for each attribute, by its name in REST. */
export function restShape<Value>(
  of: (attribute: NamedAttribute) => Value,
  isIn: (attribute: Attribute) => boolean = () => true,
): Record<RestName, Value> {
  const named = attributeNames.map((name): NamedAttribute => ({ name, ...attributes[name] })).filter(isIn)
  return Object.fromEntries(named.map(attribute => [attribute.rest.name, of(attribute)])) as Record<RestName, Value>
}
