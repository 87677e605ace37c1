import { TRPCClientError } from '@trpc/client'
import { beforeEach, expect, it, vi } from 'vitest'

const send = vi.fn((_url: string, _body: Blob) => true)
let reportError: typeof import('./report-errors.ts').reportError
beforeEach(async () => {
  send.mockClear()
  vi.stubGlobal('navigator', { sendBeacon: send })
  vi.resetModules()
  ;({ reportError } = await import('./report-errors.ts'))
})

const bodies = () => Promise.all(send.mock.calls.map(async ([, body]) => JSON.parse(await body.text())))

it('reports an error of the code with where it is, and nothing personal', async () => {
  const error = new TypeError('ana@example.test is no function')
  error.stack = `TypeError\n    at f (${location.origin}/assets/site-a.js:1:20)`
  reportError('screen', error, [{ routeId: '/_main' }, { routeId: '/listings/$listingId' }])
  expect(send.mock.calls[0]?.[0]).toBe('/client-errors')
  const [body] = await bodies()
  expect(body).toEqual({
    kind: 'screen',
    name: 'TypeError',
    message: '… is no function',
    source: '/assets/site-a.js:1:20',
    route: '/listings/$listingId',
  })
})

it('reports each once, and five of a page load', () => {
  for (let n = 0; n < 3; n += 1) reportError('page', new Error('Same'), [])
  expect(send).toHaveBeenCalledOnce()
  for (const word of ['a', 'b', 'c', 'd', 'e', 'f']) reportError('promise', word, [])
  expect(send).toHaveBeenCalledTimes(5)
})

it('leaves out what the server has said, and trouble on the way', () => {
  reportError('promise', new TRPCClientError('You have 1 unpaid booking'), [])
  reportError('promise', new TypeError('Failed to fetch'), [])
  expect(send).not.toHaveBeenCalled()
})
