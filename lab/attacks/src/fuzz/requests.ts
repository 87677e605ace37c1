import fc from 'fast-check'
import { signatureOf } from '../forge/provider-event.ts'
import { arbitraryOf, type Hints } from './arbitrary-of.ts'
import { breakage } from './breakage.ts'
import { hostileValues, writeJson } from './hostile.ts'
import { placesIn, spoilt, withAt } from './spoil.ts'
import type { Stage } from './stage.ts'
import type { Target } from './targets.ts'
import { type Caller, callers, encode, type Wire } from './wire.ts'

/** What a target is given. */
interface Input {
  params: unknown
  query: unknown
  input: unknown
}

type Inputs = Record<keyof Input, fc.Arbitrary<unknown>>

/** Requests of every kind to one target, by everyone. */
export function requestsTo(target: Target, stage: Stage): fc.Arbitrary<Wire> {
  return fc.oneof(
    ...callers.map(caller => ({
      weight: weightOf(caller, target),
      arbitrary: requestsBy(caller, target, inputsOf(target, stage.hintsOf(caller, target.name))),
    })),
  )
}

function weightOf(caller: Caller, { access }: Target): number {
  if (caller === 'newcomer') return access === 'identity' ? 24 : 1
  return caller === 'forger' || caller === 'visitor' ? 1 : 4
}

function inputsOf({ params, query, input }: Target, hints: Hints): Inputs {
  const of = (schema: Target['input']) => (schema ? arbitraryOf(schema, { hints, name: '' }) : fc.constant(undefined))
  return { params: of(params), query: of(query), input: of(input) }
}

function requestsBy(caller: Caller, target: Target, inputs: Inputs): fc.Arbitrary<Wire> {
  const written = (kind: Wire['kind']) => (input: Input) => wireOf(target, { kind, caller, input })
  const good = fc.record<Input>(inputs).map(written('good'))
  const places = fc.oneof(
    fc.record<Input>({ ...inputs, input: spoilt(inputs.input) }),
    fc.record<Input>({ ...inputs, params: spoilt(inputs.params), query: spoilt(inputs.query) }),
  )
  const bad = places.map(written('spoilt'))
  const broken = fc.tuple(fc.oneof(good, bad), breakage).map(([wire, how]) => how(wire))
  return fc.oneof({ weight: 4, arbitrary: good }, { weight: 4, arbitrary: bad }, { weight: 2, arbitrary: broken })
}

/**
 * Good requests of which one place holds something hostile, for each place in turn.
 * @param from the hostile value that the first place gets first; rounds that go on from it bring every value everywhere
 */
export function leafAttacks(
  target: Target,
  stage: Stage,
  { seed, from, perLeaf }: { seed: number; from: number; perLeaf: number },
): Wire[] {
  const able: Caller[] = target.access === 'identity' ? ['newcomer'] : ['buyer', 'seller', 'admin', 'visitor']
  const samples = able.map(caller => {
    const [input = { params: undefined, query: undefined, input: undefined }] = fc.sample(
      fc.record<Input>(inputsOf(target, stage.hintsOf(caller, target.name))),
      { seed, numRuns: 1 },
    )
    return { caller, input }
  })
  const [first] = samples
  const places = first
    ? placesIn(first.input).filter(([section]) => section !== undefined && target[asSection(section)])
    : []
  return places.flatMap(place =>
    Array.from({ length: perLeaf }, (_, n) => {
      const at = from + n
      const { caller, input } = samples[at % samples.length] ?? { caller: 'visitor', input: {} }
      const what = hostileValues[at % hostileValues.length]
      return wireOf(target, { kind: 'spoilt', caller, input: withAt(input, place, what) as Input })
    }),
  )
}

function asSection(key: string | number): keyof Input {
  return key === 'params' || key === 'query' ? key : 'input'
}

interface Written {
  kind: Wire['kind']
  caller: Caller
  input: Input
}

function wireOf(target: Target, { kind, caller, input: { params, query, input } }: Written): Wire {
  const common = { target: target.name, caller, kind, method: target.method }
  if (target.method !== 'POST') {
    const asked = target.face === 'rpc' ? { input: input === undefined ? undefined : writeJson(input) } : query
    return { ...common, path: `${pathOf(target, params)}${searchOf(asked)}`, headers: {}, body: null }
  }
  const headers = { 'content-type': 'application/json' }
  // A change without input is sent as the web does: in a batch, whose only call names none.
  const isBatch = target.face === 'rpc' && input === undefined
  const body = writeJson(input ?? {})
  return {
    ...common,
    path: `${pathOf(target, params)}${searchOf(isBatch ? { batch: 1 } : query)}`,
    headers: target.signedWith
      ? { ...headers, 'stripe-signature': signatureOf(body, { secret: target.signedWith }) }
      : headers,
    body,
  }
}

function pathOf({ path }: Target, params: unknown): string {
  const values = isRecord(params) ? params : {}
  return path.replaceAll(/:(\w+)|\*/g, (_, name?: string) => encode(textOf(values[name ?? '*'])))
}

function searchOf(query: unknown): string {
  if (query === undefined) return ''
  if (!isRecord(query)) return `?${encode(textOf(query))}`
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return asked.length === 0
    ? ''
    : `?${asked.map(([name, value]) => `${encode(name)}=${encode(textOf(value))}`).join('&')}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value)
}
