import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createS3Signer } from './s3-signer.ts'

export interface S3Settings {
  /** Where the store is, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket stands in the path of an address and not before its host. */
  forcePathStyle: boolean
  /** How long the store may take to answer, or to go on with its answer, in milliseconds; 10,000 by default. */
  timeoutMs?: number | undefined
}

/** What pictures need of a bucket in an S3-compatible store. Each call throws an S3Error when the store does not do it. */
export interface S3Bucket {
  /** Writes an object, whole or not at all. */
  put(key: string, bytes: Buffer, headers: Record<string, string>): Promise<void>
  /** The length of an object in bytes; undefined when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** An object as it arrives; undefined when there is none. */
  read(key: string): Promise<{ size: number; body: Readable } | undefined>
}

/** The store is away, too slow, or refuses; what it said is in the message. */
export class S3Error extends Error {
  /** Of the store's answer; null when there was none. */
  readonly status: number | null

  constructor(message: string, { status = null, ...options }: ErrorOptions & { status?: number | null } = {}) {
    super(message, options)
    this.status = status
  }
}

interface Call {
  method: 'GET' | 'HEAD' | 'PUT'
  key: string
  bytes?: Buffer
  headers?: Record<string, string>
}

const TIMEOUT_MS = 10_000
const TRIES = 2
const PAUSE_MS = 200
/** What a store answers when the same call may succeed in a moment. */
const passing = new Set([500, 502, 503, 504])

export function createS3Bucket(settings: S3Settings): S3Bucket {
  const { timeoutMs = TIMEOUT_MS } = settings
  const base = baseOf(settings)
  const sign = createS3Signer(settings)

  async function tryOnce({ method, key, bytes, headers }: Call): Promise<Response> {
    const url = new URL(`${base}/${key}`)
    const contentHash = createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
    const signed = await sign({ method, url, headers: { ...headers, 'x-amz-content-sha256': contentHash } })
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(new S3Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      const body = bytes && { body: new Uint8Array(bytes) }
      const response = await fetch(url, { method, headers: signed, ...body, redirect: 'manual', signal: stop.signal })
      if (response.ok) return response
      const words = (await response.text()).slice(0, 500)
      // A bucket that is not there is a fault; an object that is not there is an answer.
      const isMissing = response.status === 404 && method !== 'PUT' && !words.includes('NoSuchBucket')
      if (isMissing) return response
      throw new S3Error(`${method} ${key}: ${response.status} ${words}`, { status: response.status })
    } catch (error) {
      if (error instanceof S3Error) throw error
      throw new S3Error(`${method} ${key}: ${error instanceof Error ? error.message : error}`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Every call has the same effect however often it is made, so what may pass is tried again. */
  async function ask(call: Call): Promise<Response | undefined> {
    for (let tried = 1; ; tried += 1) {
      try {
        const response = await tryOnce(call)
        return response.ok ? response : undefined
      } catch (error) {
        if (tried === TRIES || !(error instanceof S3Error) || !mayPass(error)) throw error
        await wait(PAUSE_MS)
      }
    }
  }

  return {
    async put(key, bytes, headers) {
      const response = await ask({ method: 'PUT', key, bytes, headers })
      await response?.arrayBuffer()
    },
    async sizeOf(key) {
      const response = await ask({ method: 'HEAD', key })
      return response && sizeIn(response)
    },
    async read(key) {
      const response = await ask({ method: 'GET', key })
      if (!response) return undefined
      const size = sizeIn(response)
      return { size, body: Readable.from(chunksOf(response, timeoutMs), { objectMode: false }) }
    },
  }
}

/** Where the objects of the bucket are. An address of numbers has no name for the bucket to stand before. */
export function baseOf({ endpoint, bucket, forcePathStyle }: S3Settings): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/+$/, '')
  const isNumeric = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  if (forcePathStyle || isNumeric) return `${url.origin}${path}/${bucket}`
  return `${url.protocol}//${bucket}.${url.host}${path}`
}

function mayPass({ status, cause }: S3Error): boolean {
  return status === null ? cause !== undefined : passing.has(status)
}

function sizeIn(response: Response): number {
  const size = response.headers.get('content-length')
  if (size === null) throw new S3Error('an answer does not tell its length')
  return Number(size)
}

/** The body of an answer. The store may not pause for longer than the time; whoever reads it may. */
async function* chunksOf({ body }: Response, timeoutMs: number): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  if (!reader) return
  let timer: NodeJS.Timeout | undefined
  const next = () => {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new S3Error(`nothing more within ${timeoutMs} ms`)), timeoutMs)
    })
    return Promise.race([reader.read(), late]).finally(() => clearTimeout(timer))
  }
  try {
    for (;;) {
      const { done, value } = await next()
      if (done) return
      yield value
    }
  } finally {
    // Also when whoever asked has left.
    await reader.cancel().catch(() => undefined)
  }
}
