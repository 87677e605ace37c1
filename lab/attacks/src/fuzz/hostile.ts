import fc from 'fast-check'

/** Stands for a text that JSON.stringify would not write; `writeJson` puts it in as it is. */
class Raw {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  toJSON(): string {
    return `${MARK}${Buffer.from(this.json).toString('base64url')}${MARK}`
  }
}

const MARK = '\u2063raw\u2063'

/** JSON of a value, with what stands in it raw. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.replaceAll(new RegExp(`"${MARK}([\\w-]*)${MARK}"`, 'g'), (_, json: string) =>
    Buffer.from(json, 'base64url').toString(),
  )
}

const raws = [
  '1e999',
  '-1e999',
  '1e-400',
  '-0',
  '0.1e1',
  '123456789012345678901234567890',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '{"__proto__":{"role":"ADMIN"}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"a":1,"a":2}',
  '{"then":1}',
  'NaN',
  'undefined',
  "'x'",
  '01',
  '[1,]',
  '"\t"',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
]

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\u0301'.repeat(50),
  '\u200b',
  'x'.repeat(300),
  'x'.repeat(10_000),
  '5'.repeat(400),
  '%',
  '_',
  '\\',
  '%00',
  '%ZZ',
  "'",
  '"',
  "' OR '1'='1",
  "'; DROP TABLE users; --",
  '$1',
  '$' + '{7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '../../etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e9',
  '0x10',
  '9223372036854775808',
  '2026-13-45T99:99:99Z',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  'a@b',
  '@',
  '00000000-0000-0000-0000-000000000000',
]

const others: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  1e15,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  [],
  [[]],
  [null],
  {},
  { not: '' },
  { contains: '%' },
  { in: [] },
  { $gt: '' },
  { toString: 1 },
  { length: -1 },
]

/** What no honest client sends in any place, one by one. */
export const hostileValues: readonly unknown[] = [...texts, ...others, ...raws.map(json => new Raw(json))]

/** The same, and what nobody has thought of. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...hostileValues) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue() },
)

/** Hostile things that can stand in an address. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
)
