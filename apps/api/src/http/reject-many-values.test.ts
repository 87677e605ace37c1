import { expect, it } from 'vitest'
import { rejectManyValues } from './reject-many-values.ts'

const many = { code: 'INVALID_INPUT', message: expect.stringContaining('more than 5000 values') }

it.each([
  ['empty objects', `{"a":[${Array.from({ length: 5000 }, () => '{}').join()}]}`],
  ['numbers', `[${'1,'.repeat(5000)}1]`],
  ['levels', '['.repeat(5001)],
  ['keys after a text with a quote in it', `{"a":"\\"",${'"b":1,'.repeat(5000)}"c":1}`],
])('rejects many %s', (_what, json) => {
  expect(() => rejectManyValues(json)).toThrow(expect.objectContaining(many))
})

it.each([
  ['as many as may be', `[${'1,'.repeat(4999)}1]`],
  ['a long text with signs of JSON in it', JSON.stringify({ text: '[{,"\\'.repeat(10_000) })],
  ['nothing', ''],
])('lets %s through', (_what, json) => {
  expect(() => rejectManyValues(json)).not.toThrow()
})
