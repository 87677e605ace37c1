import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { limitChunkLoads } from '#api-client/limit-chunk-loads.ts'
import { createClient } from '#api-client/trpc.ts'
import { routeTree } from '#route-tree.gen.ts'
import type { Session } from '#session/session.ts'
import { createAppRouter } from './router.ts'

vi.mock('#api-client/limit-chunk-loads.ts')

it('the code of every screen is waited for with a limit', () => {
  const session = {} as Partial<Session> as Session
  createAppRouter({ session, queryClient: new QueryClient(), client: createClient(session) })
  expect(limitChunkLoads).toHaveBeenCalledExactlyOnceWith(routeTree)
})
