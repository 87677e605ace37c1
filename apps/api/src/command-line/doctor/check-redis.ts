import { createClient } from '@redis/client'
import { type Finding, findingOf, good } from './finding.ts'

const CONNECT_MS = 5000

/** Redis, where the market has one: that it answers. Without it each process counts its limits alone. */
export function checkRedis(url: string): Promise<Finding> {
  const client = createClient({
    url,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  })
  // What fails is thrown by the call too.
  client.on('error', () => undefined)
  const check = async () => {
    try {
      await client.connect()
      await client.ping()
      return good('Redis answers')
    } finally {
      client.destroy()
    }
  }
  return findingOf(check, {
    what: 'Redis does not answer, so that each process counts limits alone',
    advice: 'Check REDIS_URL, and that its server lets this machine in.',
  })
}
