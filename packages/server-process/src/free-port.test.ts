import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'

it('gives a port that a server can have, and no connection is given by itself', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))
  expect(ports.filter(port => port < 20_000 || port >= 32_768)).toEqual([])
  const server = createServer().listen(ports[0], '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
})
