import fastify from 'fastify'
import { beforeEach, expect, it, vi } from 'vitest'
import { clientErrorsRoute } from './client-errors.ts'
import { answerError } from './rest/errors.ts'

const lines: string[] = []
const counters = { call: vi.fn(), webhook: vi.fn(), clientError: vi.fn() }
const app = fastify({ logger: { level: 'warn', stream: { write: line => void lines.push(line) } } })
app.setErrorHandler(answerError)
await app.register(clientErrorsRoute, { counters })

beforeEach(() => {
  lines.length = 0
  counters.clientError.mockClear()
})

const sent = {
  kind: 'screen',
  name: 'TypeError',
  message: 'Cannot read x of undefined',
  source: '/assets/site-D4x12.js:1:2034',
  route: '/listings/$listingId',
}
const post = (payload: object) => app.inject({ method: 'POST', url: '/client-errors', payload })

it('counts and logs an error that a browser reports', async () => {
  expect((await post(sent)).statusCode).toBe(204)
  expect(counters.clientError).toHaveBeenCalledExactlyOnceWith('screen')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ clientError: sent })
})

it('logs nothing personal, whatever is sent', async () => {
  const message = 'ana@example.test has 4242424242424242'
  await post({ ...sent, message, route: '/login?from=secret', source: '/assets/a.js?token=secret:1:2' })
  expect(lines.join()).toContain('… has …')
  expect(lines.join()).not.toMatch(/ana|4242|secret/)
})

it.each([
  ['another kind', { kind: 'other' }],
  ['a long message', { message: 'x'.repeat(301) }],
  ['another field', { email: 'ana@example.test' }],
])('rejects %s', async (_, change) => {
  expect((await post({ ...sent, ...change })).statusCode).toBe(400)
  expect(counters.clientError).not.toHaveBeenCalled()
})

it('rejects more than a report needs', async () => {
  expect((await post({ ...sent, message: 'x'.repeat(5000) })).statusCode).toBe(413)
})
