import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { initTRPC } from '@trpc/server'
import { observable } from '@trpc/server/observable'
import { expect, it } from 'vitest'
import { createReadAnew } from './read-anew.ts'

const trpc = initTRPC.create()
const router = trpc.router({ read: trpc.procedure.query(() => ''), change: trpc.procedure.mutation(() => '') })
type Router = typeof router

let now = 0
const anew = { 'cache-control': 'no-cache' }

function setUp(fails = false) {
  const readAnew = createReadAnew(() => now)
  const sent: unknown[] = []
  const server: TRPCLink<Router> = () => () =>
    observable(observer => {
      sent.push(readAnew.headers())
      if (fails) observer.error(new Error('The line is cut') as never)
      else {
        observer.next({ result: { data: '' } })
        observer.complete()
      }
    })
  return { readAnew, sent, client: createTRPCClient<Router>({ links: [readAnew.link(), server] }) }
}

it('reads take what the server has kept', async () => {
  const { client, sent } = setUp()
  await client.read.query()
  expect(sent).toEqual([{}])
})

it('for two seconds after a change nothing is read that was kept before it', async () => {
  const { client, readAnew } = setUp()
  await client.change.mutate()
  now += 1999
  expect(readAnew.headers()).toEqual(anew)
  now += 1
  expect(readAnew.headers()).toEqual({})
})

it('nor after one that failed: it may have been done', async () => {
  const { client, readAnew } = setUp(true)
  await expect(client.change.mutate()).rejects.toThrow('The line is cut')
  expect(readAnew.headers()).toEqual(anew)
})
