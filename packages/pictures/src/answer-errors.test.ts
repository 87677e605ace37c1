import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readToTheEnd } from './answer-errors.ts'
import { droppedAfterRejection } from './limits.ts'

test('a call within the process that was rejected unread is looked at no longer than any other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = fastify()
  onTestFinished(() => app.close())
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  readToTheEnd(app)
  app.post('/', async (_request, reply) => reply.code(413).send({}))
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'image/png' },
    body: 'x'.repeat(100_000),
  })
  expect(statusCode).toBe(413)
  vi.advanceTimersByTime(droppedAfterRejection.milliseconds + 1000)
  expect(vi.getTimerCount()).toBe(0)
})
