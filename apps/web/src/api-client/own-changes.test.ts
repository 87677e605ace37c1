import { MAX_AGE_HEADER } from '@second-ring/contracts/shared-reads'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { expect, it } from 'vitest'
import { createOwnChanges } from './own-changes.ts'

const trpc = initTRPC.create()
const router = trpc.router({ read: trpc.procedure.query(() => ''), change: trpc.procedure.mutation(() => '') })
type Router = typeof router

let now = 0
const within = (ms: number) => ({ [MAX_AGE_HEADER]: `${ms}` })

function setUp(fails = false) {
  const ownChanges = createOwnChanges(() => now)
  const sent: unknown[] = []
  const server: TRPCLink<Router> = () => () =>
    observable(observer => {
      sent.push(ownChanges.headers())
      if (fails) observer.error(new Error('The line is cut') as never)
      else {
        observer.next({ result: { data: '' } })
        observer.complete()
      }
    })
  return { ownChanges, sent, client: createTRPCClient<Router>({ links: [ownChanges.link(), server] }) }
}

it('reads take what the server has cached', async () => {
  const { client, sent } = setUp()
  await client.read.query()
  expect(sent).toEqual([{}])
})

it('for two seconds after a change nothing is read that was cached before it', async () => {
  const { client, ownChanges, sent } = setUp()
  const changed = client.change.mutate()
  expect(ownChanges.headers()).toEqual(within(0))
  await changed
  expect(sent).toEqual([within(0)])
  now += 1.9
  expect(ownChanges.headers()).toEqual(within(1))
  now += 1998
  expect(ownChanges.headers()).toEqual(within(1999))
  now += 1
  expect(ownChanges.headers()).toEqual({})
})

it('nor after one that failed: it may have been done', async () => {
  const { client, ownChanges } = setUp(true)
  await expect(client.change.mutate()).rejects.toThrow('The line is cut')
  expect(ownChanges.headers()).toEqual(within(0))
})
