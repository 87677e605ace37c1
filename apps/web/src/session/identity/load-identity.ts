import { loadConfig } from '#api-client/config.ts'
import { loadChunk } from '#api-client/load-chunk.ts'
import type { Identity } from './identity.ts'

let loading: Promise<Identity> | undefined

/** The identity provider. Its code is fetched the first time that someone signs in or a session exists. */
export function loadIdentity(): Promise<Identity> {
  loading ??= Promise.all([loadConfig(), loadChunk(() => import('./firebase-identity.ts'))])
    .then(([config, { createFirebaseIdentity }]) => createFirebaseIdentity(config.identity))
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}
