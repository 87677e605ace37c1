import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { models } from './built/models.ts'
import { makers } from './curated/makers.ts'
import { findModel, modelOfIdentifier } from './find-model.ts'
import { fullName } from './model.ts'
import { buildModels } from './update/build-models.ts'
import { readSources } from './update/read-sources.ts'
import { updateModels } from './update/update-models.ts'

const file = new URL('built/models.ts', import.meta.url)
const sources = readSources()

test('the committed catalogue is what the command builds', () => {
  const text = readFileSync(file, 'utf8')
  expect(updateModels({ committed: { models, text }, sources })).toMatchObject({ isChanged: false, text })
  expect(text.length).toBeLessThan(400_000)
})

test('the market’s twelve makers are there', () => {
  expect([...new Set(models.map(({ maker }) => maker))].sort()).toEqual(
    'Apple Fairphone Google Honor Huawei Motorola Nokia Nothing OnePlus Samsung Sony Xiaomi'.split(' '),
  )
})

test('no slug, name or identifier is there twice', () => {
  const slugs = models.map(({ slug }) => slug)
  const names = models.map(model => fullName(model).toLowerCase())
  const identifiers = models.flatMap(model => model.identifiers.map(identifier => identifier.toLowerCase()))
  for (const all of [slugs, names, identifiers]) expect(new Set(all).size).toBe(all.length)
  expect(slugs).toEqual([...slugs].sort())
})

test('every slug is valid in an address', () => {
  for (const { slug } of models) expect(slug).toMatch(/^[a-z0-9]+\/[a-z0-9]+(?:-[a-z0-9]+)*$/)
})

test('every fact has its form', () => {
  for (const { slug, released, storagesGb = [], colours = [], notSoldWith = [] } of models) {
    if (released !== undefined) expect(released, slug).toMatch(/^20(?:1[6-9]|2[0-6])(?:-(?:0[1-9]|1[0-2]))?$/)
    expect(storagesGb, slug).toEqual([...new Set(storagesGb)].sort((one, other) => one - other))
    for (const gb of storagesGb) expect([16, 32, 64, 128, 256, 512, 1024, 2048], slug).toContain(gb)
    for (const list of [colours, notSoldWith]) expect(new Set(list).size, slug).toBe(list.length)
  }
})

test('no model has a new price, since no source gives one', () => {
  expect(models.filter(({ newPriceCents }) => newPriceCents !== undefined)).toEqual([])
})

test('each curated model has an identifier of the sources, or a reason why not', () => {
  const { disputed } = buildModels(makers, sources)
  const shared = new Set(disputed.flatMap(({ slugs }) => slugs))
  for (const maker of makers)
    for (const [slug, { noIdentifier, notSoldWith = [] }] of Object.entries(maker.models)) {
      const model = findModel(`${maker.slug}/${slug}`)
      expect(model?.identifiers.length === 0, slug).toBe(noIdentifier !== undefined)
      if (noIdentifier === 'shared') expect(shared, slug).toContain(model?.slug)
      if (noIdentifier === 'no Google services') expect(notSoldWith, slug).toContain('Google services')
      if (noIdentifier === 'not listed') expect(shared, slug).not.toContain(model?.slug)
    }
})

test.each([
  ['iPhone14,5', 'apple/iphone-13'],
  ['iphone17,5', 'apple/iphone-16e'],
  ['SM-G991B', 'samsung/galaxy-s21'],
  [' sm-g998u ', 'samsung/galaxy-s21-ultra'],
  ['SM-S918B', 'samsung/galaxy-s23-ultra'],
  ['Pixel 6a', 'google/pixel-6a'],
  ['FP5', 'fairphone/5'],
  ['A063', 'nothing/phone-1'],
  ['ELE-L29', 'huawei/p30'],
  ['XQ-DQ54', 'sony/xperia-1-v'],
  ['23049PCD8G', 'xiaomi/poco-f5'],
])('the identifier %s is of %s', (identifier, slug) => {
  expect(modelOfIdentifier(identifier)?.slug).toBe(slug)
})

test.each([
  ['SM-X000', 'nobody has it'],
  ['iPad14,1', 'no phone'],
  ['ONEPLUS A3000', 'the sources give it to the OnePlus 3 and the 3T'],
  ['', 'nothing'],
])('the identifier %j is of no model: %s', identifier => {
  expect(modelOfIdentifier(identifier)).toBeNull()
})

test('a model is found by its slug alone', () => {
  for (const model of models) expect(findModel(model.slug)).toBe(model)
  expect(findModel('apple/iphone-12-ultra')).toBeNull()
  expect(findModel('toString')).toBeNull()
})
