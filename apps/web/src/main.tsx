import type { ClientError } from '@second-ring/contracts/client-error'
import { PAGE_DATA_ID } from '@second-ring/contracts/page-data'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { isTransient, whyEnded } from '#api-client/errors.ts'
import { createQueryClient } from '#api-client/query-client.ts'
import { createClient, plainClient } from '#api-client/trpc.ts'
import { myListingsQuery } from '#listings/listing-queries.ts'
import { myOrdersQuery, orderDetailsQuery } from '#orders/order-queries.ts'
import { accessToken, onTokenChangedElsewhere, sessionEnding, tokenBefore, tokenExpiry } from '#session/access-token.ts'
import { loadIdentity } from '#session/identity/load-identity.ts'
import { createSession } from '#session/session.ts'
import { App } from '#shell/app.tsx'
import { takePageData } from '#shell/page-data.ts'
import { reloadOnStaleChunk } from '#shell/reload-on-stale-chunk.ts'
import { createAppRouter } from '#shell/router.ts'
import { hearOnce, TAKEN_OVER, takeOver } from '#ui/take-over.ts'
import './styles.css'

reloadOnStaleChunk()

let offline: Promise<ReturnType<typeof import('#orders/start-offline-orders.ts').startOfflineOrders>> | undefined

const session = createSession({
  loadIdentity,
  exchange: (idToken, code, accessToken) =>
    plainClient.accounts.exchange.mutate({ idToken, ...(code && { code }) }, { context: { accessToken } }),
  readAccount: accessToken => plainClient.accounts.me.query(undefined, { context: { accessToken } }),
  token: { ...accessToken, expiry: tokenExpiry },
  signOut: accessToken => plainClient.accounts.signOut.mutate(undefined, { context: { accessToken } }),
  before: tokenBefore,
  ending: sessionEnding,
  whyEnded,
  now: Date.now,
  whenIdle,
  isTransient,
  offlineAccount: async token => (await loadOffline()).account(token),
})
const queryClient = createQueryClient()
const client = createClient(session)
const router = createAppRouter({ session, queryClient, client })

// A public page comes rendered, with what it has read: it is taken over once that is known of the session.
const rendered = document.getElementById(PAGE_DATA_ID)?.textContent
const pageData = takePageData(queryClient, rendered)

session.onEnd(reason => {
  pageData.clear()
  router.clearCache()
  // Who left goes where the screen sends them; who lost the session is sent to the login by the guards.
  if (reason === 'lost') void router.invalidate()
})
onTokenChangedElsewhere(stored => void session.follow(stored))
// Without a connection, what was read before is there before the screen asks for it.
const started = navigator.onLine ? session.start() : startWithout()
whenIdle(() => void loadOffline().catch(() => undefined))

const report = (kind: ClientError['kind'], error: unknown) =>
  import('#shell/report-errors.ts')
    .then(({ reportError }) => reportError(kind, error, router.state.matches))
    .catch(() => undefined)
addEventListener('error', ({ error }) => report('page', error))
addEventListener('unhandledrejection', ({ reason }) => report('promise', reason))

const root = document.getElementById('root')
if (root) {
  const onCaughtError = (error: unknown) => {
    // biome-ignore lint/suspicious/noConsole: as React does by itself
    console.error(error)
    void report('screen', error)
  }
  const app = (onShown?: () => void) => (
    <StrictMode>
      <App session={session} queryClient={queryClient} client={client} router={router} {...(onShown && { onShown })} />
    </StrictMode>
  )
  if (rendered) {
    // As it was rendered: its first markup is the server's.
    router.ssr = { manifest: undefined }
    root.addEventListener(TAKEN_OVER, () => {
      if (!root.closest('[data-waiting]') && !root.querySelector('[data-waiting]')) pageData.shown()
    })
    void Promise.all([started, router.load()]).then(() => {
      // In slices, between which the browser hears what is done meanwhile.
      startTransition(() => {
        hydrateRoot(
          root,
          app(() => takeOver(root)),
          { onCaughtError },
        )
        hearOnce(root)
      })
    })
  } else createRoot(root, { onCaughtError }).render(app())
}

function loadOffline() {
  const { trpc } = router.options.context
  // Their queries are of the first code: the screens share it.
  const queries = {
    orders: myOrdersQuery(trpc),
    products: myListingsQuery(trpc),
    order: (orderId: string) => orderDetailsQuery(trpc, orderId),
  }
  offline ??= import('#orders/start-offline-orders.ts').then(({ startOfflineOrders }) =>
    startOfflineOrders(session, { queryClient, queries, whenIdle }),
  )
  return offline
}

async function startWithout(): Promise<void> {
  await loadOffline()
    .then(loaded => loaded.begin(accessToken.read()))
    .catch(() => undefined)
  await session.start()
}

/** Safari has no idle callbacks. */
function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 })
  else setTimeout(task, 2000)
}
