import fc from 'fast-check'
import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Values of this market for fields of a name, so that what is sent leads somewhere. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>

interface Context {
  hints: Hints
  /** The field that the schema is of. */
  name: string
}

/** Values that a schema takes, as far as it says; where a rule of it has no description, mostly. */
export function arbitraryOf(schema: Schema, { hints, name }: Context): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (of: Schema) => arbitraryOf(of, { hints, name })
  switch (def.type) {
    case 'object':
      return objectOf(def.shape, hints)
    case 'array':
      return fc.array(arbitraryOf(def.element, { hints, name }), { minLength: 1, maxLength: 3 })
    case 'optional':
      return fc.option(inner(def.innerType), { nil: undefined, freq: 3 })
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null })
    case 'default':
    case 'prefault':
    case 'catch':
      return fc.option(inner(def.innerType), { nil: undefined, freq: 3 })
    case 'readonly':
    case 'nonoptional':
      return inner(def.innerType)
    case 'lazy':
      return inner(def.getter())
    case 'record':
      return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), inner(def.valueType), { maxKeys: 4 })
    case 'tuple':
      return fc.tuple(...def.items.map(inner))
    case 'pipe':
      return hints[name] ?? inner(def.in)
    case 'union':
      return hints[name] ?? fc.oneof(...def.options.map(inner))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return hints[name] ?? numberOf(def)
    case 'string':
      return hints[name] ?? textOf(def, hints)
    case 'never':
    case 'void':
    case 'undefined':
      return fc.constant(undefined)
    case 'null':
      return fc.constant(null)
    case 'unknown':
    case 'any':
      return fc.jsonValue()
    default:
      throw new Error(`There is no arbitrary for ${def.type} yet, of ${name}`)
  }
}

function objectOf(shape: Readonly<Record<string, Schema>>, hints: Hints): fc.Arbitrary<object> {
  const fields = Object.entries(shape).map(([name, schema]) => [name, arbitraryOf(schema, { hints, name })] as const)
  return fc.record(Object.fromEntries(fields))
}

/** The definitions of a schema's checks, which its types do not tell apart. */
function checksOf(def: { checks?: z.core.$ZodCheck<never>[] | undefined }): Record<string, unknown>[] {
  return [def, ...(def.checks ?? []).map(check => check._zod.def)].map(each => ({ ...each }))
}

function numberOf(def: z.core.$ZodNumberDef): fc.Arbitrary<number> {
  const checks = checksOf(def)
  const bound = (check: string, otherwise: number): number => {
    const value = checks.find(each => each.check === check)?.value
    return typeof value === 'number' ? value : otherwise
  }
  return fc.integer({ min: bound('greater_than', 0), max: bound('less_than', 2 ** 31 - 1) })
}

function textOf(def: z.core.$ZodStringDef, hints: Hints): fc.Arbitrary<string> {
  const checks = checksOf(def)
  const formats = checks.map(({ format }) => format)
  if (formats.includes('guid')) return (hints.id ?? fc.uuid()).map(String)
  if (formats.includes('email')) return (hints.email ?? fc.stringMatching(/^[a-z0-9]{1,20}@example\.test$/)).map(String)
  if (formats.includes('datetime')) {
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map(date => date.toISOString())
  }
  const pattern = checks.find(({ pattern }) => pattern instanceof RegExp)?.pattern
  // `stringMatching` knows no case-insensitive pattern; a text in the pattern's own case matches too.
  if (pattern instanceof RegExp) return fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace('i', '')))
  const length = (check: string, key: string, otherwise: number): number => {
    const value = checks.find(each => each.check === check)?.[key]
    return typeof value === 'number' ? value : otherwise
  }
  const minLength = length('min_length', 'minimum', 0)
  const maxLength = Math.min(length('max_length', 'maximum', 40), 200)
  // Schemas count the code points of a text, of which a grapheme may have several.
  return fc.string({ unit: 'grapheme', minLength, maxLength }).map(text => [...text].slice(0, maxLength).join(''))
}
