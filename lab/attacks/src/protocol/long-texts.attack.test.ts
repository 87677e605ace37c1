import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import { createMarket } from '@second-ring/testkit'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { withRoutes } from '../fuzz/route-table.ts'
import { targetsOf } from '../fuzz/targets.ts'

/** Four times as long as a body may be. */
const LENGTH = 4 * BODY_MAX_BYTES
const texts = ['a', ' ', '\u202e', 'а', '@a.', 'a ', ' -', '2', '"', 'é', '\n', '👍🏽'].map(unit =>
  unit.repeat(Math.floor(LENGTH / unit.length)),
)
/** How many of the alternatives of a schema are tried. */
const VARIANTS = 4

/** What fits a JSON schema's shape, with the text in each place of a text. */
function filled(schema: z.core.JSONSchema.BaseSchema | boolean | undefined, text: string, variant: number): unknown {
  if (typeof schema !== 'object') return text
  const alternatives = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (alternatives) return filled(alternatives[variant % alternatives.length], text, variant)
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [name, filled(each, text, variant)]),
    )
  if (schema.type === 'array' && !Array.isArray(schema.items)) return [filled(schema.items, text, variant)]
  return text
}

// A pattern or a check that takes the square of the length would take minutes, and the test with it.
it('A218 texts as long as a body, in every place of every input, are looked at in a time that grows with their length', async () => {
  const { opened: market, routes } = await withRoutes(() => createMarket({ webhooks: false, takesPictures: true }))
  await market.close()
  let looked = 0
  for (const { name, params, query, input } of targetsOf(routes))
    for (const schema of [params, query, input].filter(each => each !== undefined)) {
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
      for (const text of texts)
        for (let variant = 0; variant < VARIANTS; variant += 1) {
          expect(() => z.safeParse(schema, filled(shape, text, variant)), name).not.toThrow()
          looked += 1
        }
    }
  expect(looked).toBeGreaterThan(100 * texts.length)
}, 60_000)
