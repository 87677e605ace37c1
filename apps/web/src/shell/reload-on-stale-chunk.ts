import { CHUNK_MISSING } from '#api-client/load-chunk.ts'

const RELOADED_AT = 'reloadedAt'
const PAUSE_MS = 10_000

/**
 * A new release removes the old one's files: a screen that misses one loads the page again, by its error page. Here the
 * failure is marked and told in plain words. The browser's own hold an address, and the router would reload on them by
 * itself, without a network too.
 */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.name = CHUNK_MISSING
    payload.message = 'A part of this page did not arrive. Check your connection and load the page again.'
  })
}

/** Whether a new load of the page may bring what is missing: there is a network, and none was made just now. */
export function mayReload(): boolean {
  try {
    return navigator.onLine && Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) >= PAUSE_MS
  } catch {
    return false // Without storage it could go on for ever.
  }
}

/** Loads the page again, and remembers when. */
export function reloadPage(): void {
  try {
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  } catch {
    // Then `mayReload` says no.
  }
  location.reload()
}
