import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#session/session.ts'
import { SessionContext } from '#session/session-context.ts'
import { reloadOnStaleChunk } from '#shell/reload-on-stale-chunk.ts'
import { RouteErrorPage } from '#shell/route-error-page.tsx'
import { expectCaughtErrors } from '#testing/open-app.tsx'
import { limitChunkLoads } from './limit-chunk-loads.ts'
import { CHUNK_TIMEOUT_MS } from './load-chunk.ts'

type Screen = { component: () => ReactNode }

const reload = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  expectCaughtErrors()
  reload.mockReset()
  sessionStorage.clear()
  vi.stubGlobal('location', { origin: location.origin, href: location.href, reload })
})
afterEach(() => void vi.useRealTimers())

/** A site with one screen, whose code comes by `load`, as the build splits them. */
async function open(load: () => Promise<Screen>) {
  const root = createRootRoute()
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(load, 'component'),
  })
  const routeTree = root.addChildren([index])
  limitChunkLoads(routeTree)
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    defaultErrorComponent: RouteErrorPage,
    defaultPendingComponent: () => <p>Loading</p>,
  })
  const session = { end: async () => undefined } as Partial<Session> as Session
  render(
    <SessionContext value={session}>
      <RouterProvider router={router} />
    </SessionContext>,
  )
  await pass(0)
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a screen whose code', () => {
  it('arrives within two minutes is shown', async () => {
    const { promise, resolve } = Promise.withResolvers<Screen>()
    await open(() => promise)
    await pass(CHUNK_TIMEOUT_MS - 1)
    expect(screen.getByText('Loading')).toBeVisible()
    resolve({ component: () => <p>Here it is</p> })
    await pass(CHUNK_TIMEOUT_MS)
    expect(screen.getByText('Here it is')).toBeVisible()
  })

  it('takes longer ends on the error page, which loads the page anew on demand', async () => {
    await open(() => new Promise(() => undefined))
    await pass(CHUNK_TIMEOUT_MS - 1)
    expect(screen.getByText('Loading')).toBeVisible()
    await pass(1)
    expect(screen.getByRole('heading', { name: 'Oops! Something Went Wrong!' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('This takes too long to arrive.')
    expect(reload).not.toHaveBeenCalled()
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('a screen whose code is not there', () => {
  reloadOnStaleChunk()

  /** What the build's own loader does when an import fails. */
  function missing(): Promise<never> {
    const payload = new TypeError('Failed to fetch dynamically imported module: https://x.test/assets/blog-1.js')
    dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
    return Promise.reject(payload)
  }

  it('loads the page anew, for a release may have replaced it', async () => {
    await open(missing)
    expect(reload).toHaveBeenCalledOnce()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('ends on the error page in plain words when that did not help', async () => {
    sessionStorage.setItem('reloadedAt', String(Date.now() - 5_000))
    await open(missing)
    expect(reload).not.toHaveBeenCalled()
    expect(screen.getByRole('alert')).toHaveTextContent(/^A part of this page did not arrive\./)
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('ends there too without a network, where a new load would show nothing at all', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await open(missing)
    expect(reload).not.toHaveBeenCalled()
    expect(screen.getByRole('alert')).toHaveTextContent(/^A part of this page did not arrive\./)
  })
})
