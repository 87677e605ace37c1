import { afterEach, expect, it, onTestFinished } from 'vitest'
import { randomFrom } from '../random.ts'
import { type CardFault, startCardProxy } from './card-proxy.ts'
import { listenWith } from './exchange.ts'
import { startWebhookRelay } from './webhook-relay.ts'

const CALLS = 60
let answered = 0
afterEach(() => {
  answered = 0
})

/** A server that counts what it is asked. */
async function counter(): Promise<string> {
  const { url, stop } = await listenWith(async ({ body }) => {
    answered += 1
    return { status: 200, headers: {}, body }
  })
  onTestFinished(stop)
  return url
}

const event = (id: number) => ({
  method: 'POST',
  body: JSON.stringify({
    type: 'payment_intent.succeeded',
    data: { object: { object: 'payment_intent', id: `pi_${id % 10}` } },
  }),
})
const outcomes = (url: string) =>
  Promise.all(
    Array.from({ length: CALLS }, (_, id) =>
      fetch(url, event(id)).then(
        response => `${response.status}`,
        () => 'cut',
      ),
    ),
  )

it('a relay hands every webhook on, until it is told to confuse them', async () => {
  const target = await counter()
  const relay = await startWebhookRelay(randomFrom(11), () => [target])
  onTestFinished(relay.stop)
  await outcomes(relay.url)
  expect(answered).toBe(CALLS)
  relay.noteReport('pi_1')
  relay.noteReport('pi_none')
  expect(relay.counts()).toMatchObject({ delivered: CALLS, repeated: 0, late: 0, early: 1, lost: 0 })
  relay.confuse(true)
  expect(new Set(await outcomes(relay.url))).toEqual(new Set(['200']))
  const { delivered, repeated, late, overtaken, lost } = relay.counts()
  expect(Math.min(repeated, late, overtaken, lost)).toBeGreaterThan(0)
  expect(delivered).toBe(2 * CALLS - lost + 2 * repeated)
  expect(answered).toBe(delivered)
})

it.each<[CardFault, string]>([
  ['error', '500'],
  ['too-many', '429'],
  ['cut', 'cut'],
  ['slow', '200'],
])('card payments that fail by %s answer %s, and fail no more when it is over', async (fault, answer) => {
  const target = await counter()
  const proxy = await startCardProxy(randomFrom(11), () => target)
  onTestFinished(proxy.stop)
  proxy.fail(fault)
  const failing = await outcomes(proxy.url)
  expect(proxy.failed()).toBeGreaterThan(0)
  expect(failing.filter(outcome => outcome === answer)).toHaveLength(answer === '200' ? CALLS : proxy.failed())
  const [failed, done] = [proxy.failed(), answered]
  proxy.fail(null)
  expect(new Set(await outcomes(proxy.url))).toEqual(new Set(['200']))
  expect([proxy.failed(), answered]).toEqual([failed, done + CALLS])
})
