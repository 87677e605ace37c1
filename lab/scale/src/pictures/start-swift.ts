import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '@second-ring/server-process/free-port'
import { findProgram } from '../programs.ts'
import { type Backend, backends, type SwiftPlace, settingsOfSwift } from './swift-settings.ts'

/** An S3-compatible store of one's own: OpenStack Swift with its S3 interface, on one disk, with one bucket. */
export interface Swift {
  /** What the API reads of its environment to keep pictures here. */
  environment: Record<
    `S3_${'ENDPOINT' | 'REGION' | 'BUCKET' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY' | 'FORCE_PATH_STYLE'}`,
    string
  >
  /** Where anyone reads the bucket without a signature. */
  publicUrl: string
  /** The keys of all objects. */
  keys(): Promise<string[]>
  /** Ends what is asked, so that nothing answers there. */
  takeAway(): Promise<void>
  bringBack(): Promise<void>
  /** Ends everything and deletes its data. */
  stop(): Promise<void>
}

const BUCKET = 'pictures'
const READY_MS = 30_000
const ASK_EVERY_MS = 50

/**
 * Starts it, and resolves once the bucket is there.
 * @throws Error with the last words of a server that ends before that
 */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(path.join(tmpdir(), 'second-ring-swift-'))
  const ports = { account: await freePort(), container: await freePort(), object: await freePort(), proxy: 0 }
  ports.proxy = await freePort()
  const place = { folder, ports, region: 'eu-test-1', account: 'market', user: 'api', secret: 'a-secret-for-tests' }
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const accessKeyId = `${place.account}:${place.user}`
  const credentials = { accessKeyId, secretAccessKey: place.secret }
  const client = new S3Client({ endpoint, region: place.region, credentials, forcePathStyle: true, maxAttempts: 1 })
  const servers = new Map<Backend | 'proxy', ReturnType<typeof startServer>>()
  const start = (kind: Backend | 'proxy') => servers.set(kind, startServer(kind, folder))

  async function makeBucket(): Promise<boolean> {
    try {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET, ACL: 'public-read' }))
      return true
    } catch (error) {
      return error instanceof Error && error.name.startsWith('BucketAlready')
    }
  }

  async function untilReady(): Promise<void> {
    const end = performance.now() + READY_MS
    while (!(await makeBucket())) {
      const ended = [...servers.values()].find(({ child }) => child.exitCode !== null)
      if (ended || performance.now() > end) {
        const words = [...servers].map(([kind, { words }]) => `${kind}: ${words()}`)
        throw new Error(`Swift does not start.\n${words.join('\n')}`)
      }
      await wait(ASK_EVERY_MS)
    }
  }

  async function stop(): Promise<void> {
    await Promise.all([...servers.values()].map(({ child }) => end(child)))
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await mkdir(path.join(folder, 'devices', 'disk'), { recursive: true })
    for (const [name, text] of Object.entries(settingsOfSwift(place))) await writeFile(path.join(folder, name), text)
    for (const kind of backends) start(kind)
    await makeRings(place)
    start('proxy')
    await untilReady()
  } catch (error) {
    await stop()
    throw error
  }
  const publicUrl = `${endpoint}/v1/AUTH_${place.account}/${BUCKET}`
  return {
    environment: {
      S3_ENDPOINT: endpoint,
      S3_REGION: place.region,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: place.secret,
      S3_FORCE_PATH_STYLE: 'true',
    },
    publicUrl,
    keys: async () => (await (await fetch(publicUrl)).text()).split('\n').filter(key => key !== ''),
    async takeAway() {
      const proxy = servers.get('proxy')
      if (proxy) await end(proxy.child)
    },
    async bringBack() {
      start('proxy')
      await untilReady()
    },
    stop,
  }
}

function startServer(kind: Backend | 'proxy', folder: string) {
  const child = spawn(findProgram(`swift-${kind}-server`), [path.join(folder, `${kind}.conf`), '--verbose'])
  let words = ''
  const listen = (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-2000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  return { child, words: () => words }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // Its data go with it.
  child.kill('SIGKILL')
  await ended
}

// The servers are programs of Debian's, and so is their library.
const PYTHON = '/usr/bin/python3'
const MAKE_RINGS = fileURLToPath(new URL('make-rings.py', import.meta.url))

async function makeRings({ folder, ports }: SwiftPlace): Promise<void> {
  await promisify(execFile)(PYTHON, [MAKE_RINGS, folder, ...backends.map(kind => `${kind}:${ports[kind]}`)])
}
