import type { WebConfig } from '@second-ring/contracts/config'
import { loadChunk } from './load-chunk.ts'
import { plainFetch } from './plain-fetch.ts'

let loading: Promise<WebConfig> | undefined

/** `GET /config.json`, read once and only when something needs it; a failure is not remembered. */
export function loadConfig(): Promise<WebConfig> {
  loading ??= fetchConfig().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

async function fetchConfig(): Promise<WebConfig> {
  // The schema comes with the call: a first visit to Home needs neither.
  const [response, { WebConfig }] = await Promise.all([
    plainFetch('/config.json'),
    loadChunk(() => import('@second-ring/contracts/config')),
  ])
  return WebConfig.parse(await response.json())
}
