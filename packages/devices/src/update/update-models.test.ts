import { expect, test } from 'vitest'
import type { CuratedMaker, CuratedModel } from '../model.ts'
import type { SourceName } from './read-sources.ts'
import { updateModels } from './update-models.ts'

const source = (identifier: string, name: string, brand: string | null = 'Sony'): SourceName => ({
  identifier,
  name,
  brand,
})

function build(models: Record<string, CuratedModel>, sources: SourceName[] = [], maker: Partial<CuratedMaker> = {}) {
  const curated = [{ slug: 'sony', name: 'Sony', brands: ['Sony'], models, ...maker }]
  return (committed: { models: Parameters<typeof updateModels>[0]['committed']['models']; text: string }) =>
    updateModels({ committed, curated, sources })
}

const nothing = { models: [], text: '' }
const built = (text: string) => JSON.parse(`[${text.split('= [\n')[1]?.replace(/,\n\]\n$/, '') ?? ''}]`)

test('a model that is added is in the diff, with its identifiers', () => {
  const update = build({ 'xperia-5': { name: 'Xperia 5', released: '2019' } }, [source('J9210', 'Xperia 5')])(nothing)
  expect(update.isChanged).toBe(true)
  expect(update.lines[0]).toBe(
    '+ sony/xperia-5 {"maker":"Sony","name":"Xperia 5","released":"2019","identifiers":["J9210"]}',
  )
})

test('a diff says which facts and identifiers change, and which models go', () => {
  const before = build({ 'xperia-5': { name: 'Xperia 5' }, 'xperia-8': { name: 'Xperia 8' } }, [
    source('J9210', 'Xperia 5'),
  ])(nothing)
  const committed = { models: built(before.text), text: before.text }
  const after = build({ 'xperia-5': { name: 'Xperia 5', storagesGb: [128] } }, [source('J8210', 'Xperia 5')])(committed)
  expect(after.lines.slice(0, -1)).toEqual([
    '- sony/xperia-8 {"maker":"Sony","name":"Xperia 8","identifiers":[]}',
    '~ sony/xperia-5',
    '    storagesGb: absent → [128]',
    '    - identifier J9210',
    '    + identifier J8210',
  ])
})

test('what is written is not built again', () => {
  const update = build({ 'xperia-5': { name: 'Xperia 5' } })
  const { text } = update(nothing)
  expect(update({ models: built(text), text })).toMatchObject({
    isChanged: false,
    lines: [expect.stringMatching(/^1 models, 0/)],
  })
})

test('a name is of a model whatever its blanks and its 5G, unless a sibling has that', () => {
  const { text } = build(
    { a: { name: 'Xperia 5' }, b: { name: 'Xperia 5 5G' }, c: { name: 'Xperia 8' }, d: { name: 'Xperia 9 5G' } },
    [
      source('1', 'XPERIA5'),
      source('2', 'Xperia 5 (5G)'),
      source('3', 'Xperia 8 5G'),
      source('4', 'Sony Xperia 9', null),
      source('5', 'Xperia 5 Plus'),
    ],
  )(nothing)
  expect(built(text).map(({ identifiers }: { identifiers: string[] }) => identifiers)).toEqual([
    ['1'],
    ['2'],
    ['3'],
    ['4'],
  ])
})

test('an identifier of two models is of neither, and one of another brand of none', () => {
  const sources = [
    source('1', 'Xperia 5'),
    source('1', 'Xperia 8'),
    source('2', 'Xperia 5', 'Oppo'),
    source('Xperia 8', 'Xperia 5'),
  ]
  const { text, lines } = build({ a: { name: 'Xperia 5' }, b: { name: 'Xperia 8' } }, sources)(nothing)
  expect(built(text).flatMap(({ identifiers }: { identifiers: string[] }) => identifiers)).toEqual([])
  expect(lines.at(-1)).toBe('2 models, 0 identifiers; 2 identifiers that the sources give to two models are left out')
})

test('what only the build needs does not ship, and what none of a maker’s models has is each model’s', () => {
  const model: CuratedModel = {
    name: 'Xperia 5',
    sourceNames: ['Xperia V'],
    noIdentifier: 'shared',
    notSoldWith: ['dual SIM'],
  }
  const { text } = build({ a: model }, [source('1', 'Xperia V')], { neverSoldWith: ['charger'] })(nothing)
  expect(built(text)).toEqual([
    { slug: 'sony/a', maker: 'Sony', name: 'Xperia 5', notSoldWith: ['charger', 'dual SIM'], identifiers: ['1'] },
  ])
})

test('two models of one name are an error', () => {
  expect(() => build({ a: { name: 'Xperia 5' }, b: { name: 'Xperia5' } })(nothing)).toThrow('Two models are called')
})
