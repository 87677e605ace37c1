import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyContextConfig, FastifyInstance, FastifySchema } from 'fastify'

/** A route, with what it says of its input. */
export interface Route {
  method: string
  url: string
  schema: FastifySchema | undefined
  config: FastifyContextConfig | undefined
}

const CHANNEL = 'fastify.initialization'

/** Opens something and notes every route that the product's own server is given meanwhile, whoever registers it. */
export async function withRoutes<T>(open: () => Promise<T>): Promise<{ opened: T; routes: Route[] }> {
  const tables: Route[][] = []
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    const table: Route[] = []
    tables.push(table)
    fastify.addHook('onRoute', ({ method, url, schema, config }) => {
      for (const each of [method].flat()) table.push({ method: each, url, schema, config })
    })
  }
  subscribe(CHANNEL, listen)
  try {
    const opened = await open()
    // The sandboxes are servers of the same making.
    const routes = tables.find(table => table.some(({ url }) => url === '/healthz'))
    if (!routes) throw new Error('The product has registered no routes')
    return { opened, routes }
  } finally {
    unsubscribe(CHANNEL, listen)
  }
}
