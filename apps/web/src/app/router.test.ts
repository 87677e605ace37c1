import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { routeTree } from '../route-tree.gen.ts'
import { limitChunkLoads } from './limit-chunk-loads.ts'
import { createAppRouter } from './router.ts'
import type { Session } from './session.ts'
import { createClient } from './trpc.ts'

vi.mock('./limit-chunk-loads.ts')

it('the code of every screen is waited for with a limit', () => {
  const session = {} as Partial<Session> as Session
  createAppRouter({ session, queryClient: new QueryClient(), client: createClient(session) })
  expect(limitChunkLoads).toHaveBeenCalledExactlyOnceWith(routeTree)
})
