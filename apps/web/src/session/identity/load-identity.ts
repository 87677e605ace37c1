import { onlineManager } from '@tanstack/react-query'
import { loadConfig } from '#api-client/config.ts'
import { loadChunk } from '#api-client/load-chunk.ts'
import { networkError } from '#api-client/plain-fetch.ts'
import type { Identity } from './identity.ts'

let loading: Promise<Identity> | undefined

/**
 * The identity provider. Its code is fetched the first time that someone signs in or a session exists; not while the server is
 * out of reach, for a browser does not ask twice for code that it could not have.
 */
export function loadIdentity(): Promise<Identity> {
  if (!loading && !onlineManager.isOnline()) return Promise.reject(networkError())
  loading ??= Promise.all([loadConfig(), loadChunk(() => import('./firebase-identity.ts'))])
    .then(([config, { createFirebaseIdentity }]) => createFirebaseIdentity(config.identity))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
