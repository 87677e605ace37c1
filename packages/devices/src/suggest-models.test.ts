import { expect, test } from 'vitest'
import { models } from './built/models.ts'
import { fullName } from './model.ts'
import { isOneTypoAway } from './one-typo.ts'
import { suggestModels } from './suggest-models.ts'

const names = (text: string, limit = 4) => suggestModels(text, limit).map(({ name }) => name)

test.each([
  ['iph 13', ['iPhone 13', 'iPhone 13 mini', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['13 iph', ['iPhone 13', 'iPhone 13 mini', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['apple 13 pro', ['iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['iphone13', ['iPhone 13', 'iPhone 13 mini', 'iPhone 13 Pro', 'iPhone 13 Pro Max']],
  ['gal s2', ['Galaxy S25', 'Galaxy S24', 'Galaxy S23', 'Galaxy S22']],
  ['S21+', ['Galaxy S21+']],
  ['SAMSUNG s21 ul', ['Galaxy S21 Ultra']],
  ['xperia 1 iii', ['Xperia 1 III']],
  ['nothing 2a', ['Nothing Phone (2a)', 'Nothing Phone (2a) Plus']],
  ['se 2020', ['iPhone SE (2nd generation)']],
  ['7.2', ['Nokia 7.2']],
])('%s suggests %j', (text, expected) => {
  expect(names(text, expected.length)).toEqual(expected)
})

test.each([
  ['ipohne 13', 'iPhone 13'],
  ['samsng s21', 'Galaxy S21'],
  ['fairphome 4', 'Fairphone 4'],
  ['motorrola edge 40', 'Edge 40'],
  ['xpria 5', 'Xperia 5'],
])('one wrong letter is forgiven: %s is %s', (text, expected) => {
  expect(names(text, 1)).toEqual([expected])
})

test.each(['', '  ', 'ip', 'a 1', '++++', 'iphone 99', 'washing machine', 'iphnoe xyz', 'x'.repeat(101)])(
  '%j suggests nothing',
  text => {
    expect(names(text)).toEqual([])
  },
)

test('a short word must be right, and a number always', () => {
  expect(names('pixel 7 x')).toEqual([])
  expect(names('piel 7')).toEqual([])
  expect(names('iphone 1333')).toEqual([])
})

test('a beginning comes before a middle', () => {
  const begins = suggestModels('one', 500).map(model => / one/i.test(` ${fullName(model)}`))
  expect(begins).toContain(false)
  expect(begins.indexOf(false)).toBe(begins.filter(Boolean).length)
})

test('the newest of equals is first, in the same order each time', () => {
  const found = suggestModels('iphone', 100)
  const whole = found.map(({ released = '' }) => released)
  expect(new Set(whole).size).toBeGreaterThan(5)
  expect(suggestModels('iphone', 100)).toEqual(found)
  expect(suggestModels('iphone', 3)).toEqual(found.slice(0, 3))
  const last = suggestModels('pro max', 20).map(({ released = '' }) => released)
  expect(last).toEqual([...last].sort().reverse())
})

test('each model is the first suggestion for its full name', () => {
  for (const model of models) expect(suggestModels(fullName(model), 1)[0]?.slug).toBe(model.slug)
})

test('a limit holds', () => {
  expect(suggestModels('galaxy', 7)).toHaveLength(7)
  expect(suggestModels('galaxy', 0)).toEqual([])
  expect(suggestModels('galaxy', -1)).toEqual([])
})

test.each([
  ['iphone', 'ipohne', true],
  ['iphone', 'iphonee', true],
  ['iphone', 'phone', true],
  ['iphone', 'iphane', true],
  ['iphone', 'iphone', false],
  ['iphone', 'ihpnoe', false],
  ['iphone', 'iphones5', false],
  ['pixel', 'pxiel', true],
  ['pixel', 'pexil', false],
])('%s and %s are one letter apart: %s', (one, other, expected) => {
  expect(isOneTypoAway(one, other)).toBe(expected)
  expect(isOneTypoAway(other, one)).toBe(expected)
})
