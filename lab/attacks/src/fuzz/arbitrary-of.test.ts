import { bodyOf, DollarsIn, pageQuery } from '@second-ring/contracts/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { arbitraryOf } from './arbitrary-of.ts'
import { hostileValues, writeJson } from './hostile.ts'
import { placesIn, withAt } from './spoil.ts'

const hints = { price: fc.constant('200'), cursor: fc.constant('x'), limit: fc.constant('20') }
const samplesOf = (schema: z.core.$ZodType) =>
  fc.sample(arbitraryOf(schema, { hints, name: '' }), { seed: 1, numRuns: 200 })

describe('values made from a schema', () => {
  it('are taken by it', () => {
    const schema = z.object({
      ...pageQuery,
      id: z.guid(),
      at: z.iso.datetime(),
      email: z.email(),
      code: z.string().check(z.regex(/^\d{6}$/)),
      name: z.string().check(z.minLength(3), z.maxLength(5)),
      cents: z.int().check(z.minimum(50), z.maximum(60)),
      kind: z.enum(['a', 'b']),
      one: z.literal('verified'),
      tags: z.array(z.boolean()),
      maybe: z.nullable(z.record(z.string(), z.tuple([z.null(), z.readonly(z.boolean())]))),
      price: DollarsIn,
    })
    for (const value of samplesOf(schema)) {
      const { error } = z.safeParse(schema, value)
      expect(error?.issues.map(({ path, message }) => `${path}: ${message}`)).toBeUndefined()
    }
  })

  it('have what is optional often, not always, and never what may not be sent', () => {
    const values = samplesOf(bodyOf({ note: z.optional(z.string()) })) as { note?: string; role?: string }[]
    const filled = values.filter(({ note }) => note !== undefined)
    expect(filled.length).toBeGreaterThan(80)
    expect(filled.length).toBeLessThan(180)
    expect(values.every(({ role }) => role === undefined)).toBe(true)
  })

  it('are refused to be made up for what nobody has described', () => {
    expect(() => arbitraryOf(z.file(), { hints, name: 'picture' })).toThrow('There is no arbitrary for file yet')
  })
})

describe('hostile values', () => {
  it('come to stand in every place, also where JSON would not write them', () => {
    const value = { a: [{ b: 1 }], c: undefined }
    expect(placesIn(value)).toEqual([[], ['a'], ['a', '0'], ['a', '0', 'b'], ['c']])
    const written = hostileValues.map(what => writeJson(withAt(value, ['a', '0', 'b'], what)))
    expect(written).toContain('{"a":[{"b":1e999}]}')
    expect(written).toContain('{"a":[{"b":"\\ud800"}]}')
    expect(written).toContain('{"a":[{"b":{"__proto__":{"role":"ADMIN"}}}]}')
    expect(new Set(written).size).toBe(hostileValues.length)
  })
})
