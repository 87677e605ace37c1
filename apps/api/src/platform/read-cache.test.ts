import { beforeEach, describe, expect, it } from 'vitest'
import type { Events, EventTopic } from './events.ts'
import { createReadCache, type ReadCache } from './read-cache.ts'

let isListening = true
const listeners = new Map<EventTopic, Set<() => void>>()
const events: Events = {
  watch(topic, listener) {
    const watching = listeners.get(topic) ?? new Set()
    listeners.set(topic, watching.add(listener))
    return () => {
      watching.delete(listener)
      if (watching.size === 0) listeners.delete(topic)
    }
  },
  caughtUp: async () => {},
  isListening: () => isListening,
  closing: new AbortController().signal,
}
const change = (topic: EventTopic) => listeners.get(topic)?.forEach(listener => void listener())

let cache: ReadCache
let now: number
let reads: number

beforeEach(() => {
  listeners.clear()
  isListening = true
  // As late as a process is when it reads.
  now = 5000
  reads = 0
  cache = createReadCache({ events, now: () => now })
})

const read = async () => ({ json: `${++reads}` })

async function ask(key = 'phones', isFresh = false): Promise<string> {
  const { body } = await cache.answer(key, { topics: ['advertised', `category:${key}`], isFresh, read })
  return body.toString()
}

describe('what is kept of a read', () => {
  it('is answered until it changes, and read anew then', async () => {
    expect([await ask(), await ask()]).toEqual(['1', '1'])
    change('category:phones')
    expect([await ask(), await ask()]).toEqual(['2', '2'])
    change('category:tablets')
    expect(await ask()).toBe('2')
    change('advertised')
    expect(await ask()).toBe('3')
  })

  it('is read by one of many who ask at once', async () => {
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['1', '1', '1'])
  })

  it('is never a second old, counted from when it was begun to be read', async () => {
    let finish = (_: { json: string }) => {}
    const slow = cache.answer('phones', { topics: [], read: () => new Promise(resolve => (finish = resolve)) })
    now += 600
    finish({ json: 'slow' })
    expect((await slow).body.toString()).toBe('slow')
    expect(await ask()).toBe('slow')
    now += 400
    expect(await ask()).toBe('1')
  })

  it('is not what was read while it changed; who asks after the change does not wait for it either', async () => {
    let finish = (_: { json: string }) => {}
    const topics = ['category:phones'] as const
    const before = cache.answer('phones', { topics, read: () => new Promise(resolve => (finish = resolve)) })
    change('category:phones')
    expect(await ask()).toBe('1')
    finish({ json: 'from before' })
    expect((await before).body.toString()).toBe('from before')
    expect(await ask()).toBe('1')
  })

  it('is passed over by who wants it anew, whose answer is kept', async () => {
    await ask()
    expect(await ask('phones', true)).toBe('2')
    expect(await ask()).toBe('2')
    change('advertised')
    expect(await ask()).toBe('3')
  })

  it('is nothing while the news are cut off', async () => {
    await ask()
    isListening = false
    expect([await ask(), await ask()]).toEqual(['2', '3'])
    isListening = true
    change('advertised')
    expect([await ask(), await ask()]).toEqual(['4', '4'])
  })

  it('is no failure: the next one tries again', async () => {
    const fails = () => Promise.reject(new Error('away'))
    await expect(cache.answer('phones', { topics: ['advertised'], read: fails })).rejects.toThrow('away')
    expect(listeners.size).toBe(0)
    expect(await ask()).toBe('1')
  })

  it('is no longer watched once nothing is kept of it', async () => {
    await ask('phones')
    await ask('tablets')
    expect([...listeners.keys()]).toEqual(['advertised', 'category:phones', 'category:tablets'])
    change('category:phones')
    expect([...listeners.keys()]).toEqual(['advertised', 'category:tablets'])
    change('advertised')
    expect(listeners.size).toBe(0)
  })

  it('has a mark by which a client knows that it has it already', async () => {
    const { etag } = await cache.answer('phones', { topics: [], read })
    now += 1000
    expect((await cache.answer('phones', { topics: [], read })).etag).not.toBe(etag)
    expect((await cache.answer('other', { topics: [], read: async () => ({ json: '1' }) })).etag).toBe(etag)
  })
})
