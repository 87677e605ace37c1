import { afterEach, expect, it, vi } from 'vitest'
import type { Session } from '#session/session.ts'
import { createClient } from './trpc.ts'

const session = { accessToken: async () => null } as Partial<Session> as Session

afterEach(() => vi.unstubAllGlobals())

/** The id that each of two calls carries. */
async function idsOfCalls(): Promise<(string | null)[]> {
  const ids: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    ids.push(new Headers(init?.headers).get('x-request-id'))
    return Response.json([{ result: { data: [] } }])
  })
  const client = createClient(session)
  await client.catalog.categories.query()
  await client.catalog.categories.query()
  return ids
}

it('each request carries an id of its own, to be found again by', async () => {
  const [first, second] = await idsOfCalls()
  expect(first).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/)
  expect(second).toMatch(/^[0-9a-f-]{36}$/)
  expect(second).not.toBe(first)
})

it('goes without one where the browser makes none', async () => {
  vi.stubGlobal('crypto', {})
  expect(await idsOfCalls()).toEqual([null, null])
})
