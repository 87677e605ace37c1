const RELOADED_AT = 'reloadedAt'

/** A new release removes the old one's files: a page that misses one loads itself anew, once in ten seconds at most. */
export function reloadOnStaleChunk(): void {
  addEventListener('vite:preloadError', event => {
    try {
      const last = Number(sessionStorage.getItem(RELOADED_AT))
      if (Date.now() - last < 10_000) return
      sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    } catch {
      return // Without storage a reload could go on for ever; the error page shows instead.
    }
    event.preventDefault()
    location.reload()
  })
}
