import { createClient } from '@redis/client'

interface RedisLinkOptions {
  url: string
  /** Called once when it goes away. */
  onAway: (error: unknown) => void
  onBack: () => void
}

const CONNECT_MS = 2000
const RETRY_MAX_MS = 1000
/** A connection that went silent is found by a ping. */
const PING_MS = 2000
const SILENCE_MS = 5000

export type RedisLink = ReturnType<typeof createRedisLink>

/** The connection to Redis, which is opened again by itself after any break. */
export function createRedisLink({ url, onAway, onBack }: RedisLinkOptions) {
  let isAway = false
  const client = createClient({
    url,
    name: 'second-ring',
    maintNotifications: 'disabled',
    // Whoever asks while it is away has to know at once.
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: retries => Math.min(50 * 2 ** retries, RETRY_MAX_MS),
    },
  })
  client.on('error', error => {
    if (!isAway) onAway(error)
    isAway = true
  })
  client.on('ready', () => {
    if (isAway) onBack()
    isAway = false
  })
  return {
    client,
    /** Begins to connect. */
    start() {
      // It resolves with the first connection; until then it tries.
      client.connect().catch(() => undefined)
    },
    /** Whether it answers now. */
    isUp: () => client.isReady,
    stop: () => client.destroy(),
  }
}
