import { Agent, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

export interface Visits {
  count: number
  /** Of all answers but 200, and of requests without an answer. */
  failed: number
  /** In milliseconds. */
  half: number
  p99: number
}

interface Visiting {
  url: string
  paths: string[]
  seconds: number
}

const VISITORS = 20
const PAUSE_MS = 100

/** Visits in a thread of its own, which waits for nothing that attackers and image host do in this one. */
export function visitAside(visiting: Visiting): Promise<Visits> {
  return new Promise((resolve, reject) => {
    new Worker(new URL('./visitors-worker.ts', import.meta.url), { workerData: visiting })
      .once('message', resolve)
      .once('error', reject)
  })
}

/** Visitors who each ask for the paths in turn, from addresses of their own, with a pause after each answer. */
export async function visit({ url, paths, seconds }: Visiting): Promise<Visits> {
  const times: number[] = []
  let failed = 0
  const until = performance.now() + seconds * 1000
  const visitor = async (_: unknown, index: number) => {
    const agent = new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` })
    for (let turn = index; performance.now() < until; turn += 1) {
      const askedAt = performance.now()
      const status = await statusOf(url + paths[turn % paths.length], agent)
      if (status === 200) times.push(performance.now() - askedAt)
      else failed += 1
      await wait(PAUSE_MS)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: VISITORS }, visitor))
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { count: times.length + failed, failed, half: at(0.5), p99: at(0.99) }
}

/** 0 when there is no answer. */
function statusOf(url: string, agent: Agent): Promise<number> {
  return new Promise(resolve => {
    get(url, { agent }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    }).once('error', () => resolve(0))
  })
}
