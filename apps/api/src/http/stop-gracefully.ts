import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

interface Stop {
  app: FastifyInstance
  stopping: AbortController
  /** How long the server goes on while whoever sends it requests finds out that it is not ready any more. */
  delayMs: number
}

const REAP_EVERY_MS = 50
const PATIENCE_MS = 20_000

/**
 * Stops the server so that nothing is lost: it says that it is not ready, goes on for a while, then takes nothing new,
 * answers what it has, and closes what it is connected to.
 */
export async function stopGracefully({ app, stopping, delayMs }: Stop): Promise<void> {
  stopping.abort()
  await wait(delayMs)
  // Node closes the connections that are idle now, and those that become idle only when their time is up.
  const reaping = setInterval(() => app.server.closeIdleConnections(), REAP_EVERY_MS)
  const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
  try {
    await app.close()
  } finally {
    clearInterval(reaping)
    clearTimeout(patience)
  }
}
