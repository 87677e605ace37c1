import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '../app/session.ts'
import { streamOf } from './live-client.ts'

let token: string
const session = {
  accessToken: async () => token,
  renewRefused: vi.fn(async () => {
    token = 'new'
  }),
  end: vi.fn(async () => undefined),
} as Partial<Session> as Session

/** A stream that a test writes to. */
function eventStream() {
  let write: (text: string) => void = () => undefined
  let finish: () => void = () => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = text => controller.enqueue(new TextEncoder().encode(text))
      finish = () => controller.close()
    },
  })
  const answer = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  return { answer, send: (event: string, data: string) => write(`event: ${event}\ndata: ${data}\n\n`), finish }
}

const server = vi.fn<(address: string | URL, init?: RequestInit) => Promise<Response>>()
beforeEach(() => {
  token = 'old'
  server.mockReset()
  vi.stubGlobal('fetch', server)
})

function watch() {
  const on = { onConnected: vi.fn(), onCount: vi.fn(), onTrouble: vi.fn(), onEnd: vi.fn() }
  const { unsubscribe } = streamOf(session)(on)
  return { ...on, unsubscribe }
}

describe('the stream of unread notices', () => {
  it('asks with the bearer in a header, and gives the counts', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValue(answer)
    const { onConnected, onCount, unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledOnce())
    const [address, init] = server.mock.calls[0] ?? []
    expect(String(address)).toBe(`${location.origin}/trpc/notices.live`)
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer old')
    send('connected', '{}')
    send('message', '{"unread":2}')
    await vi.waitFor(() => expect(onCount).toHaveBeenCalledExactlyOnceWith(2))
    expect(onConnected).toHaveBeenCalledOnce()
    unsubscribe()
    await vi.waitFor(() => expect(init?.signal?.aborted).toBe(true))
  })

  it('connects with a new bearer when the old one is refused', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValueOnce(new Response(null, { status: 401 })).mockResolvedValueOnce(answer)
    const { onCount, onEnd, unsubscribe } = watch()
    await vi.waitFor(() => expect(server).toHaveBeenCalledTimes(2))
    send('connected', '{}')
    send('message', '{"unread":0}')
    await vi.waitFor(() => expect(onCount).toHaveBeenCalledWith(0))
    expect(new Headers(server.mock.calls[1]?.[1]?.headers).get('authorization')).toBe('Bearer new')
    expect(onEnd).not.toHaveBeenCalled()
    unsubscribe()
  })

  it('says when it is refused', async () => {
    server.mockResolvedValue(new Response(null, { status: 503 }))
    const { onEnd } = watch()
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('refused'))
  })

  it('says when the server has closed it', async () => {
    const { answer, send } = eventStream()
    server.mockResolvedValue(answer)
    const { onEnd } = watch()
    send('connected', '{}')
    send('return', '')
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith('finished'))
  })

  it('says when it is cut, and connects again by itself', async () => {
    const { answer, send, finish } = eventStream()
    server.mockResolvedValue(answer)
    const { onConnected, onTrouble, onEnd, unsubscribe } = watch()
    send('connected', '{}')
    await vi.waitFor(() => expect(onConnected).toHaveBeenCalledOnce())
    onTrouble.mockClear()
    finish()
    await vi.waitFor(() => expect(onTrouble).toHaveBeenCalled())
    expect(onEnd).not.toHaveBeenCalled()
    unsubscribe()
  })
})
