import { createClient } from '@redis/client'

/** What of Redis the processes of the product have in common. */
export interface RedisLink {
  /** Begins to connect, and goes on by itself after any break. */
  start(): void
  /** Whether it answers now. */
  isUp(): boolean
  /** Runs a script. */
  evaluate(script: string, parts: { keys: string[]; arguments: string[] }): Promise<unknown[]>
  publish(channel: string, message: string): Promise<void>
  /**
   * Hears what is published, from when it can be heard on, also after breaks.
   * @param onBreak told when something may have been missed
   */
  subscribe(channel: string, onMessage: (message: string) => void, onBreak: () => void): void
  stop(): void
}

interface RedisLinkOptions {
  url: string
  /** Told once when it goes away. */
  onAway: (error: unknown) => void
  onBack: () => void
}

const CONNECT_MS = 2000
const RETRY_MAX_MS = 1000
/** Longer than the time between two words of a process that passes news on. */
const SILENCE_MS = 10_000

/** The way to Redis: one connection for commands, and one to hear. */
export function createRedisLink({ url, onAway, onBack }: RedisLinkOptions): RedisLink {
  let isAway = false
  const reconnectStrategy = (retries: number) => Math.min(50 * 2 ** retries, RETRY_MAX_MS)
  const socket = { connectTimeout: CONNECT_MS, reconnectStrategy }
  const options = { url, name: 'second-ring', maintNotifications: 'disabled' } as const
  // Who asks while it is away has to know at once.
  const commands = createClient({ ...options, socket, disableOfflineQueue: true })
  const hearing = createClient({ ...options, socket: { ...socket, socketTimeout: SILENCE_MS } })
  const isUp = () => commands.isReady && hearing.isReady
  for (const client of [commands, hearing]) {
    client.on('error', error => {
      if (!isAway) onAway(error)
      isAway = true
    })
    client.on('ready', () => {
      if (!isAway || !isUp()) return
      isAway = false
      onBack()
    })
  }
  return {
    start() {
      // It resolves with the first connection; until then it tries.
      for (const client of [commands, hearing]) client.connect().catch(() => undefined)
    },
    isUp,
    async evaluate(script, parts) {
      const answer = await commands.eval(script, parts)
      if (!Array.isArray(answer)) throw new Error('Redis answers otherwise than it was asked')
      return answer
    },
    async publish(channel, message) {
      await commands.publish(channel, message)
    },
    subscribe(channel, onMessage, onBreak) {
      let isSubscribed = false
      hearing.on('error', onBreak)
      // Once done it is renewed with each connection; what was cut off before is asked for again.
      const subscribe = async () => {
        if (isSubscribed || !hearing.isReady) return
        await hearing.subscribe(channel, onMessage).catch(() => undefined)
        isSubscribed = hearing.isReady
      }
      hearing.on('ready', subscribe)
      void subscribe()
    },
    stop() {
      for (const client of [commands, hearing]) client.destroy()
    },
  }
}
