import { text } from 'node:stream/consumers'
import type { PageRequest, RenderPage } from '@second-ring/contracts/rendered-page'
import type { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { createQueryClient } from '#api-client/query-client.ts'
import { createClient } from '#api-client/trpc.ts'
import { visitorSession } from '#session/visitor-session.ts'
import { App } from '#shell/app.tsx'
import { createAppRouter } from '#shell/router.ts'
import { describePage } from './describe-page.ts'
import { fillTemplate } from './fill-template.ts'
import { SITE } from './json-ld.ts'
import { PageHead } from './page-head.tsx'
import { readShown } from './read-shown.ts'

export const renderPage: RenderPage = async ({ url, publicUrl, template, fetch }: PageRequest) => {
  const session = await visitorSession()
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  const client = createClient(session, fetch)
  const history = createMemoryHistory({ initialEntries: [url] })
  const router = createAppRouter({ session, queryClient, client, history })
  try {
    await router.load()
    const loaded = router._serverResult
    if (loaded?.type === 'redirect') return { status: 301, location: loaded.redirect.headers.get('location') ?? '/' }
    await untilFetched(queryClient)
    const { matches } = router.state
    const failed = matches.find(({ status }) => status === 'error')
    if (failed) throw failed.error
    let failure: unknown
    const { prelude } = await prerenderToNodeStream(
      <StrictMode>
        <App session={session} queryClient={queryClient} client={client} router={router} />
      </StrictMode>,
      // What is large would come after the rest, and be put in its place by a script in the page.
      {
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        onError: error => {
          failure ??= error
        },
      },
    )
    const body = await text(prelude)
    if (failure !== undefined) throw failure
    const isNotThere = matches.some(isMissing)
    const urlOf = (path: string) => new URL(path, publicUrl).href
    const isGone = matches.some(({ loaderData }) => loaderData && 'gone' in loaderData && loaderData.gone)
    const described = isNotThere || isGone ? notThere : describePage(readShown(router, queryClient), urlOf)
    const head = renderToStaticMarkup(
      <PageHead
        title={matches.flatMap(({ meta }) => meta ?? []).findLast(isTitled)?.title ?? SITE}
        {...described}
        urlOf={urlOf}
        robots={isNotThere || isGone ? 'none' : robotsOf(url)}
      />,
    )
    const html = fillTemplate(template, { head, body, data: readIn(queryClient) })
    return { status: isNotThere ? 404 : isGone ? 410 : 200, html }
  } finally {
    // Nothing of it is waited for, and no timer keeps it.
    queryClient.clear()
  }
}

function isMissing({ status, routeId }: { status: string; routeId: string }): boolean {
  return status === 'notFound' || routeId === '/$'
}

/** What loaders have begun to fetch and did not wait for. What fails is fetched again in the browser. */
async function untilFetched(queryClient: QueryClient): Promise<void> {
  const queries = queryClient.getQueryCache().getAll()
  await Promise.allSettled(queries.map(({ promise }) => promise))
}

/** The keys and the data of what was read. */
function readIn(queryClient: QueryClient): [key: unknown, data: unknown][] {
  const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return queries.map(({ queryKey, state }) => [queryKey, state.data])
}

function isTitled(meta: object | undefined): meta is { title: string } {
  return meta !== undefined && 'title' in meta && typeof meta.title === 'string'
}

const notThere = { path: '/', description: 'There is nothing at this address.' }

/** The results of each search, and later pages of a list, are no pages of their own. */
function robotsOf(url: string): 'index' | 'follow' | 'none' {
  const [path, search = ''] = url.split('?', 2)
  if (path === '/search' && search) return 'none'
  return new URLSearchParams(search).has('after') ? 'follow' : 'index'
}
