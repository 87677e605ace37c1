import fc from 'fast-check'
import { hostile } from './hostile.ts'

type Path = readonly (string | number)[]

/** Every place in a value: its root, its members, theirs. */
export function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  return [at, ...Object.entries(value).flatMap(([key, member]) => placesIn(member, [...at, key]))]
}

/** The value with something else in one place. */
export function withAt(value: unknown, [key, ...rest]: Path, what: unknown): unknown {
  if (key === undefined) return what
  if (Array.isArray(value))
    return value.map((member, n) => (String(n) === String(key) ? withAt(member, rest, what) : member))
  if (typeof value !== 'object' || value === null) return what
  const members: Record<string, unknown> = { ...value }
  return { ...members, [key]: withAt(members[key], rest, what) }
}

/** A value with something hostile in one of its places, or in two; or with more in it, or less. */
export function spoilt(good: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const place = fc.nat(1000)
  const once = fc.tuple(good, place, hostile).map(([value, n, what]) => replaceAt(value, n, what))
  const twice = fc.tuple(once, place, hostile).map(([value, n, what]) => replaceAt(value, n, what))
  const more = fc
    .tuple(good, fc.string({ maxLength: 20 }), hostile)
    .map(([value, key, what]) => withAt(value, [key], what))
  const less = fc.tuple(good, place).map(([value, n]) => without(value, n))
  return fc.oneof({ weight: 6, arbitrary: once }, { weight: 2, arbitrary: twice }, more, less)
}

function replaceAt(value: unknown, n: number, what: unknown): unknown {
  const places = placesIn(value)
  return withAt(value, places[n % places.length] ?? [], what)
}

function without(value: unknown, n: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const names = Object.keys(value)
  const gone = names[n % Math.max(names.length, 1)]
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone))
}
