import * as z from 'zod/mini'
import { CountIn } from '../wire.ts'
import { attributes, type NamedAttribute, restShape, shapeOf } from './attributes.ts'

function schemaOf({ min, max }: Pick<NamedAttribute, 'min' | 'max'>) {
  const message = `Enter a whole number, from ${min} to ${max}`
  return z.int(message).check(z.minimum(min, message), z.maximum(max, message))
}

/** Of a listing that is read. */
export const readAttributes = shapeOf(name => z.nullable(schemaOf(attributes[name])))

/** Of a new listing. */
export const givenAttributes = shapeOf(name => z.optional(schemaOf(attributes[name])))

/** Of the form of a new listing: the number as it is typed, or nothing. */
export const typedAttributes = shapeOf(name => {
  const attribute = attributes[name]
  const number = z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/, `Enter a whole number, from ${attribute.min} to ${attribute.max}`)),
      z.transform(Number),
    ),
    schemaOf(attribute),
  )
  const nothing = z.pipe(
    z.literal(''),
    z.transform(() => undefined),
  )
  return z.optional(z.pipe(z.string().check(z.trim()), z.union([nothing, number])))
})

/** Of a product that REST answers, by their names there. */
export const restAttributes = restShape(({ rest }) => z.optional(rest.isText ? z.string() : z.int()))

/** Of a new product that REST is sent; those that it does not accept are passed over, as any other field. */
export const acceptedAttributes = restShape(
  attribute => z.optional(z.pipe(CountIn, schemaOf(attribute))),
  ({ rest }) => rest.isAccepted,
)
