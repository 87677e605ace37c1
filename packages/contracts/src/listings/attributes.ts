import * as z from 'zod/mini'
import { CountIn } from '../wire.ts'

/** What a listing may say of its phone, as a whole number, beside what every listing says. */
interface Attribute {
  schema: z.ZodMiniNumber<number>
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
  /** Where it is asked for and shown, beside REST. */
  places: readonly ('form' | 'card' | 'page')[]
}

/**
 * Every attribute, declared once: contracts, forms, cards, pages, REST and the database's rows are made from it. Its column
 * has its name in snake case. CONTRIBUTING.md says how to add one.
 */
export const attributes = {
  yearOfPurchase: {
    schema: z.int().check(z.minimum(1990), z.maximum(2100)),
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

/** Of a listing that is read. */
export const readAttributes = shapeOf(name => z.nullable(attributes[name].schema))

/** Of a new listing. */
export const givenAttributes = shapeOf(name => z.optional(attributes[name].schema))

/** Of the form of a new listing: the number as it is typed, or nothing. */
export const typedAttributes = shapeOf(name => {
  const { schema, label } = attributes[name]
  const number = z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, `${label}: enter a whole number`)), z.transform(Number)),
    schema,
  )
  const nothing = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.optional(z.pipe(z.string().check(z.trim()), z.union([nothing, number])))
})

type RestName = (typeof attributes)[AttributeName]['rest']['name']

/** Of a product that REST answers, by their names there. */
export const restAttributes = restShape(({ rest }) => z.optional(rest.isText ? z.string() : z.int()))

/** Of a new product that REST is sent; those that it does not accept are passed over, as any other field. */
export const acceptedAttributes = restShape(
  ({ schema }) => z.optional(z.pipe(CountIn, schema)),
  ({ rest }) => rest.isAccepted,
)

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

function shapeOf<Value>(of: (name: AttributeName) => Value): Record<AttributeName, Value> {
  return Object.fromEntries(attributeNames.map(name => [name, of(name)])) as Record<AttributeName, Value>
}

function restShape<Value>(
  of: (attribute: NamedAttribute) => Value,
  isIn: (attribute: Attribute) => boolean = () => true,
): Record<RestName, Value> {
  const named = attributeNames.map((name): NamedAttribute => ({ name, ...attributes[name] })).filter(isIn)
  return Object.fromEntries(named.map(attribute => [attribute.rest.name, of(attribute)])) as Record<RestName, Value>
}
