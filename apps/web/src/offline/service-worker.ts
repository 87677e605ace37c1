import { clientsClaim } from 'workbox-core'
import { enable as fetchPagesAhead } from 'workbox-navigation-preload'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

declare const self: typeof globalThis & { skipWaiting(): Promise<void> }
/** The files of the shell, as the build lists them. */
declare const SHELL_FILES: { url: string; revision: string | null }[]

/** How long a page may take before the shell shows in its place, in seconds. */
const PAGE_TIMEOUT_S = 5
/** A file, or a page that the server makes by itself. */
const noPage = [/^[^?]*\./, /^\/docs/]

// The shell is always that of the last release; a page of the one before loads itself again when it misses a part.
void self.skipWaiting()
clientsClaim()
cleanupOutdatedCaches()
// A page is asked for while the worker starts, which takes a phone a while.
fetchPagesAhead()
precacheAndRoute(SHELL_FILES, { directoryIndex: '', cleanURLs: false })
// No answer to a page or a call is stored here: they may be somebody's, and a URL belongs to everybody of this browser.
const page = new NetworkOnly({
  networkTimeoutSeconds: PAGE_TIMEOUT_S,
  plugins: [{ handlerDidError: () => matchPrecache('/index.html') }],
})
registerRoute(new NavigationRoute(page, { denylist: noPage }))
