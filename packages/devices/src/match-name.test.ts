import fc from 'fast-check'
import { expect, test } from 'vitest'
import { models } from './built/models.ts'
import { matchName } from './match-name.ts'
import { fullName } from './model.ts'
import { nameForms } from './name-forms.ts'
import { isNetwork, keyOf, tokensOf } from './tokens.ts'
import { readSources } from './update/read-sources.ts'

/** Slug, storage and colour, as far as they are known, and the confidence. */
function read(text: string): string {
  const match = matchName(text)
  if (!match) return 'none'
  const { model, storageGb, colour, confidence } = match
  return [model.slug, ...(storageGb ? [storageGb] : []), ...(colour ? [colour] : []), confidence].join(', ')
}

test.each([
  ['i phone 13 128', 'apple/iphone-13, 128, certain'],
  ['iphone13', 'apple/iphone-13, certain'],
  ['Apple iPhone 13 Pro Max 256GB blau', 'apple/iphone-13-pro-max, 256, Sierra Blue, certain'],
  ['iPhone 13 mini in Rosa, 256 GB', 'apple/iphone-13-mini, 256, Pink, certain'],
  ['IPHONE 13 PRO (128GB) – Sierra Blue', 'apple/iphone-13-pro, 128, Sierra Blue, certain'],
  ['iPhone 11 (PRODUCT)RED', 'apple/iphone-11, (PRODUCT)RED, certain'],
  ['iPhone SE 2020 64', 'apple/iphone-se-2nd-generation, 64, certain'],
  ['iPhone SE 3. Generation', 'apple/iphone-se-3rd-generation, certain'],
  ['iPhone 15 Pro Max 1TB Natural Titanium', 'apple/iphone-15-pro-max, 1024, Natural Titanium, certain'],
  ['iphone 14 pro lila 256 go', 'apple/iphone-14-pro, 256, Deep Purple, certain'],
  ['for sale: iPhone 12, unlocked, battery 87%', 'apple/iphone-12, certain'],
  ['iPhone 13 2021', 'apple/iphone-13, certain'],
  ['iPhone 12 64GB, 13 months warranty', 'apple/iphone-12, 64, certain'],
  ['iPhone 13 128GB 300€', 'apple/iphone-13, 128, certain'],
  ['Samsung galaxy s21 ultra 5g', 'samsung/galaxy-s21-ultra, certain'],
  ['samsung s21', 'samsung/galaxy-s21, certain'],
  ['Galaxy S 21', 'samsung/galaxy-s21, certain'],
  ['Galaxy S22+ 128', 'samsung/galaxy-s22-plus, 128, certain'],
  ['Samsung Galaxy S22 Plus 8/256GB', 'samsung/galaxy-s22-plus, 256, certain'],
  ['Galaxy S20 5G FE', 'samsung/galaxy-s20-fe, certain'],
  ['Galaxy A52', 'samsung/galaxy-a52, certain'],
  ['Galaxy A52 128 GB 5G', 'samsung/galaxy-a52-5g, 128, certain'],
  ['Galaxy A52s 5G', 'samsung/galaxy-a52s-5g, certain'],
  ['Galaxy A54', 'samsung/galaxy-a54-5g, certain'],
  ['Galaxy Z Flip 5', 'samsung/galaxy-z-flip5, certain'],
  ['Galaxy Z Flip 5G', 'samsung/galaxy-z-flip-5g, certain'],
  ['Galaxy S7 edge', 'samsung/galaxy-s7-edge, certain'],
  ['Galaxy S24 Ultra Titanium Gray 12/512GB dual sim', 'samsung/galaxy-s24-ultra, 512, Titanium Gray, certain'],
  ['Redmi Note 13 Pro 8+256GB', 'xiaomi/redmi-note-13-pro, 256, certain'],
  ['Xiaomi Mi 11', 'xiaomi/mi-11, certain'],
  ['Motorola G54 5G 8/256', 'motorola/moto-g54-5g, 256, certain'],
  ['moto g(54)', 'motorola/moto-g54-5g, certain'],
  ['motorola one 5G', 'motorola/one-5g, certain'],
  ['Nokia 8.3 5G', 'nokia/8-3-5g, certain'],
  ['Sony Xperia 1 III', 'sony/xperia-1-iii, certain'],
  ['Huawei P30', 'huawei/p30, certain'],
  ['Huawei Honor 9', 'honor/9, certain'],
  ['Honor Magic 6 Pro', 'honor/magic6-pro, certain'],
  ['Pixel 4a', 'google/pixel-4a, certain'],
  ['Google Pixel 4a 5G', 'google/pixel-4a-5g, certain'],
  ['OnePlus 8T 5G', 'oneplus/8t, certain'],
  ['Nothing phone 2a', 'nothing/phone-2a, certain'],
  ['Fairphone 6', 'fairphone/gen-6, certain'],
  ['Galaxy S20 FE 5G SM-G781B/DS - 128GB - Cloud Navy (Dual-SIM)', 'samsung/galaxy-s20-fe, 128, Cloud Navy, certain'],
  ['Samsung SM-G991B 128GB', 'samsung/galaxy-s21, 128, certain'],
  ['Apple iPhone 11 64GB Schwarz A2221 ohne Simlock', 'apple/iphone-11, 64, Black, certain'],
  ['Samsung Galaxy Note 10+ 256GB Aura Glow', 'samsung/galaxy-note10-plus, 256, certain'],
  ['Pixel 8 Pro bay blue', 'google/pixel-8-pro, Bay, certain'],
  ['iPhone 8 64GB rose gold', 'apple/iphone-8, 64, certain'],
  ['iPhone 12 Pro Max 6GB 256GB', 'apple/iphone-12-pro-max, 256, certain'],
  ['Redmi 7A 3/32GB', 'xiaomi/redmi-7a, 32, certain'],
  ['iPhone 12/128GB', 'apple/iphone-12, 128, certain'],
  ['iPhone 11/128GB', 'apple/iphone-11, 128, certain'],
  ['One Plus 9 Pro', 'oneplus/9-pro, certain'],
  // Less than the name, or more than is understood.
  ['S21 ultra', 'samsung/galaxy-s21-ultra, likely'],
  ['P30 Pro', 'huawei/p30-pro, likely'],
  ['Xiaomi Note 8', 'xiaomi/redmi-note-8, likely'],
  ['iPhone 13 with case', 'apple/iphone-13, likely'],
  ['iPhone 13 64GB', 'apple/iphone-13, likely'],
  ['iPhone 13 128/256 GB', 'apple/iphone-13, likely'],
  ['iPhone 13 2022', 'apple/iphone-13, likely'],
  ['Lenovo Moto E3', 'motorola/moto-e3, likely'],
  ['nothing wrong with my iPhone 12', 'apple/iphone-12, likely'],
  ['iPhone 13, once dropped', 'apple/iphone-13, likely'],
])('%s is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each([
  ['', 'says nothing'],
  ['phone', 'no model'],
  ['iPhone', 'no model'],
  ['iPhone SE', 'one of three'],
  ['13 Pro Max', 'no maker'],
  ['A54', 'Oppo has one too'],
  ['Oppo A54', 'another maker'],
  ['Samsung iPhone 13', 'two makers'],
  ['xiaomi note 10 pro', 'a Redmi or a Mi'],
  ['iPhone 12 and iPhone 13', 'two models'],
  ['iPhone 12/13', 'two models'],
  ['Galaxy S21 or S22', 'two models'],
  ['iPhone 14 Plus or 13', 'two models'],
  ['Redmi Note 7 Pro or 6', 'two models'],
  ['Redmi 10 bought in 2022', 'a Redmi 10 or a Redmi 10 2022'],
  ['Moto G Stylus 5G 2020', 'not in the catalogue'],
  ['iPhone 13 Pro / Pro Max', 'two models'],
  ['case for iPhone 13', 'an accessory'],
  ['iPhone 13 case', 'an accessory'],
  ['Hülle für Samsung Galaxy S21', 'an accessory'],
  ['coque iPhone 13', 'an accessory'],
  ['iPhone 13 Displayschutzfolie', 'an accessory'],
  ['case SM-G991B', 'an accessory'],
  ['Galaxy S22 SM-G991B', 'two models'],
  ['Note 9', 'a Galaxy or a Redmi'],
  ['Xperia 1 mark 3', 'not in full'],
  ['iPhone 13 display', 'a part'],
  ['iPhone 13 box only', 'a box'],
  ['iPhone 13 replica', 'no iPhone'],
  ['suche iPhone 13', 'wanted'],
  ['Galaxy Watch 4', 'a watch'],
  ['Galaxy Tab S7', 'a tablet'],
  ['Galaxy Buds for Galaxy S21', 'earphones'],
  ['iPhone 13 Ultra', 'no such model'],
  ['iPhone 13s', 'no such model'],
  ['iPhone 13 128GB Pro Max', 'the name is torn apart'],
  ['Galaxy S22 + 128', 'S22 or S22+'],
  ['Redmi Note 10 JE', 'not in the catalogue'],
  ['Moto Z4', 'not in the catalogue'],
  ['Moto G Power 2020', 'not in the catalogue'],
  ['Moto G (5th Gen)', 'another name of the sources'],
  ['HOMTOM P30 pro', 'an unknown maker'],
  ['Galaxy A54 4G', 'the model has 5G'],
  ['Galaxy Fold 5G', 'another phone'],
])('%j is none: %s', text => {
  expect(read(text)).toBe('none')
})

/** The names that the demo market's sellers give their phones, one of each category at least. */
test.each([
  'Nokia X30 5G 128 GB',
  'Nokia G42 128 GB',
  'Honor Magic6 Pro 512 GB',
  'Honor X9b 256 GB',
  'iPhone SE (3rd generation) 64 GB',
  'iPhone 16 128 GB',
  'Fairphone 4 256 GB',
  'Huawei Mate 40 Pro 256 GB',
  'Huawei nova 11 256 GB',
  'OnePlus Nord N30 128 GB',
  'OnePlus 13R 256 GB',
  'Xperia 10 V 128 GB',
  'Pixel 9 Pro 256 GB',
  'Motorola Edge 50 Pro 256 GB',
  'Moto G Power (2024) 128 GB',
  'Moto G Stylus 5G 128 GB',
  'Moto G 5G (2023) 128 GB',
  'Xiaomi 13T 256 GB',
  'Redmi 12C 64 GB',
  'POCO F5 256 GB',
  'Galaxy S22+ 128 GB',
  'Nothing Phone (2a) 256 GB',
])('%s is certain', text => {
  expect(matchName(text)).toMatchObject({ confidence: 'certain', storageGb: Number(/(\d+) GB/.exec(text)?.[1]) })
})

test('each model is certain by its maker and name, with each storage and colour it is sold with', () => {
  for (const model of models) {
    const name = fullName(model)
    expect(matchName(name), name).toEqual({ model, confidence: 'certain' })
    for (const gb of model.storagesGb ?? [])
      for (const said of [`${gb}`, `${gb}GB`, `${gb} gb`, ...(gb >= 1024 ? [`${gb / 1024}TB`] : [])])
        expect(matchName(`${name} ${said}`), `${name} ${said}`).toEqual({ model, storageGb: gb, confidence: 'certain' })
    for (const colour of model.colours ?? [])
      expect(matchName(`${name} ${colour}`), colour).toEqual({ model, colour, confidence: 'certain' })
  }
})

const anyModel = fc.constantFrom(...models)

test('the way it is written does not matter', () => {
  const writings = [
    (name: string) => name.toUpperCase(),
    (name: string) => name.toLowerCase(),
    (name: string) => name.replaceAll(' ', '  '),
    (name: string) => name.replaceAll(' ', '-'),
    (name: string) => `Verkaufe ${name}, neuwertig`,
    (name: string) => `${name} (unlocked)`,
  ]
  fc.assert(
    fc.property(anyModel, fc.constantFrom(...writings), (model, write) => {
      expect(matchName(write(fullName(model)))).toEqual({ model, confidence: 'certain' })
    }),
    { numRuns: 1500, seed: 73 },
  )
})

test('two models in one name are none', () => {
  fc.assert(
    fc.property(anyModel, anyModel, fc.constantFrom(' and ', ' / ', ', ', ' + ', ' oder '), (one, other, between) => {
      fc.pre(one !== other)
      expect(matchName(fullName(one) + between + fullName(other))).toBeNull()
    }),
    { numRuns: 1500, seed: 73 },
  )
})

test('with a word of a sibling behind it, a name is that sibling’s or none', () => {
  const words = ['Pro', 'Max', 'Plus', 'Ultra', 'mini', 'Lite', 'FE', 'XL', 'Neo', 'e', 's', 'T', 'III']
  fc.assert(
    fc.property(anyModel, fc.constantFrom(...words), (model, word) => {
      const match = matchName(`${fullName(model)} ${word}`)
      expect(match === null || match.model !== model).toBe(true)
    }),
    { numRuns: 1500, seed: 73 },
  )
})

test('what is made for a model is none', () => {
  fc.assert(
    fc.property(
      anyModel,
      fc.constantFrom('case for', 'Panzerglas für', 'charger', 'compatible with', 'screen'),
      (model, what) => {
        expect(matchName(`${what} ${fullName(model)}`)).toBeNull()
      },
    ),
    { numRuns: 500, seed: 73 },
  )
})

test('any text has an answer', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), text => {
      const match = matchName(text)
      expect(match === null || models.includes(match.model)).toBe(true)
    }),
    { numRuns: 1000, seed: 73 },
  )
})

test('a text of more than 300 signs is none, since it names more than a phone', () => {
  expect(matchName('iPhone 13'.padEnd(300))).toMatchObject({ confidence: 'certain' })
  expect(matchName('iPhone 13'.padEnd(301))).toBeNull()
})

test('no phone of the sources that the catalogue lacks is matched with certainty', () => {
  const forms = nameForms(models)
  const isInCatalogue = (said: string) => {
    const tokens = tokensOf(said)
    return [tokens, tokens.filter(token => !isNetwork(token))].some(way => forms.get(keyOf(way))?.isExact)
  }
  const names = new Map(
    readSources().map(({ brand, name }) => [
      name.toLowerCase().startsWith(`${brand}`.toLowerCase()) ? name : `${brand ?? ''} ${name}`,
      name,
    ]),
  )
  const missing = [...names].filter(([whole, name]) => !isInCatalogue(whole) && !isInCatalogue(name))
  expect(missing.length).toBeGreaterThan(25_000)
  expect(missing.map(([whole]) => whole).filter(whole => matchName(whole)?.confidence === 'certain')).toEqual([])
})
