import { describe, expect, it } from 'vitest'
import { judge } from './judge.ts'
import { steadyGrowth } from './memory.ts'
import type { Received } from './send-wire.ts'
import { turns } from './turns.ts'
import type { Wire } from './wire.ts'

const wire: Wire = {
  target: 'GET /x',
  caller: 'visitor',
  kind: 'good',
  method: 'GET',
  path: '/x',
  headers: {},
  body: null,
}

const answered = (status: number, text: string, ms = 5): Received => ({
  answer: { status, headers: new Headers(), text },
  ms,
})
const closed: Received = { answer: null, ms: 5 }

/** Judges a request that is answered so, one answer a try. */
async function judged(of: Wire, ...answers: Received[]) {
  let tries = 0
  const send = async () => answers[tries++] ?? answered(200, '')
  const { why } = await judge(of, { gate: turns(), send })
  return { why, tries }
}

describe('an answer', () => {
  it('is fine when it gives or refuses in the product’s way', async () => {
    const fine = [
      answered(200, '[]'),
      answered(204, ''),
      answered(403, '{"accessToken":"","message":"m","code":"FORBIDDEN"}'),
      answered(207, '[{"result":{}},{"error":{}}]'),
      answered(200, 'event: serialized-error\ndata: {"code":-32001,"data":{"code":"UNAUTHORIZED"}}\n\n'),
    ]
    for (const answer of fine) expect(await judged(wire, answer)).toEqual({ why: null, tries: 1 })
  })

  it.each([
    ['an unexpected error', answered(500, '{"message":"m","code":"INTERNAL_ERROR"}')],
    ['an outage that there is not', answered(503, '{"message":"m","code":"PROVIDER_UNAVAILABLE"}')],
    ['what it tells of the inside', answered(200, 'PrismaClientKnownRequestError')],
    ['a refusal without a code', answered(404, 'Not Found')],
    ['a stream that breaks', answered(200, 'event: serialized-error\ndata: null\n\n')],
  ])('is a fault for %s', async (_, answer) => {
    expect((await judged(wire, answer)).why).toEqual(expect.any(String))
  })

  it('that is late or lost is asked for again, and the best of four tries counts', async () => {
    const late = answered(200, '', 2001)
    expect(await judged(wire, late, late, answered(200, ''))).toEqual({ why: null, tries: 3 })
    expect(await judged(wire, late, late, late, late)).toEqual({ why: 'took 2001 ms', tries: 4 })
    expect(await judged(wire, closed, answered(200, ''))).toEqual({ why: null, tries: 2 })
    expect((await judged(wire, closed, closed, closed, closed)).why).toBe('was closed without an answer')
  })

  it('may be missing only where HTTP itself is broken, and not for long', async () => {
    const broken: Wire = { ...wire, kind: 'broken' }
    expect(await judged(broken, closed)).toEqual({ why: null, tries: 1 })
    const hung: Received = { answer: null, ms: 15_000 }
    expect((await judged(broken, hung, hung, hung, hung)).why).toBe('took 15000 ms')
  })

  it('that was late is asked for again alone', async () => {
    const gate = turns()
    const log: string[] = []
    const other = Promise.withResolvers<void>()
    const running = gate.sideBySide(() => other.promise.then(() => log.push('another ends')))
    const send = async () => {
      log.push('asked')
      return answered(200, '', log.length === 1 ? 3000 : 5)
    }
    const judging = judge(wire, { gate, send })
    other.resolve()
    await Promise.all([running, judging, gate.sideBySide(async () => log.push('the next begins'))])
    expect(log.indexOf('another ends')).toBeLessThan(log.lastIndexOf('asked'))
    expect(log.filter(each => each === 'asked')).toHaveLength(2)
  })
})

describe('memory', () => {
  it('that goes up and down has not grown; what every round leaves has', () => {
    expect(steadyGrowth([100, 140, 101, 150, 100, 139])).toBeLessThanOrEqual(1)
    expect(steadyGrowth([100, 110, 120, 130, 140, 150])).toBe(40)
    expect(steadyGrowth([])).toBe(0)
  })
})
