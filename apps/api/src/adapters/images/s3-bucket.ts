import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

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
  put(key: string, bytes: Uint8Array, headers: ObjectHeaders): Promise<void>
  /** The length of an object in bytes; undefined when there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** An object as it arrives; undefined when there is none. */
  read(key: string): Promise<{ size: number; body: Readable } | undefined>
  /** Deletes an object; one that is not there is no error. */
  remove(key: string): Promise<void>
  /** The keys that begin so, in their order; all of them, or so many. */
  list(prefix: string, options?: { limit?: number }): Promise<string[]>
}

/** The headers that an object is served with. */
export interface ObjectHeaders {
  contentType: string
  cacheControl: string
}

/** The store is away, too slow, or rejects the call; its error is in the message. */
export class S3Error extends Error {
  /** Of the store's answer; null when there was none. */
  readonly status: number | null

  constructor(message: string, { status = null, ...options }: ErrorOptions & { status?: number | null } = {}) {
    super(message, options)
    this.status = status
  }
}

const TIMEOUT_MS = 10_000
/** A store that sends less has to be given up: a read of it takes one of the few places. 100 kB a second. */
const LEAST_BYTES_PER_MS = 100
/** Every call has the same effect however often it is made. */
const TRIES = 2
/** Connections to the store. Whoever reads slowly keeps one as long, and each address has a few. */
const MAX_CONNECTIONS = 200
/** As many keys as a store lists at once. */
const LIST_MAX = 1000

export function createS3Bucket({ bucket, timeoutMs = TIMEOUT_MS, ...store }: S3Settings): S3Bucket {
  const client = connect(store)

  /** Resolves to undefined when there is no such object to read. */
  async function call<T>(
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE' | 'LIST',
    key: string,
    send: (abortSignal: AbortSignal) => Promise<T>,
  ) {
    const what = `${method} ${key}`
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeoutMs)
    try {
      return await send(stop.signal)
    } catch (cause) {
      if (stop.signal.aborted) throw new S3Error(`${what}: no answer within ${timeoutMs} ms`, { cause })
      const status = statusOf(cause)
      const words = cause instanceof Error ? `${cause.name} ${cause.message}` : String(cause)
      // A bucket that is not there is a fault; an object that is not there is an answer.
      if (status === 404 && method !== 'PUT' && !words.includes('NoSuchBucket')) return undefined
      throw new S3Error(`${what}: ${status ?? 'no answer,'} ${words}`, { status, cause })
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async put(key, bytes, { contentType, cacheControl }) {
      const object = { Bucket: bucket, Key: key, Body: bytes, ContentType: contentType, CacheControl: cacheControl }
      await call('PUT', key, abortSignal => client.send(new PutObjectCommand(object), { abortSignal }))
    },
    async sizeOf(key) {
      const command = new HeadObjectCommand({ Bucket: bucket, Key: key })
      const found = await call('HEAD', key, abortSignal => client.send(command, { abortSignal }))
      return found && sizeIn(found)
    },
    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: key })
      await call('DELETE', key, abortSignal => client.send(command, { abortSignal }))
    },
    async list(prefix, { limit = Number.POSITIVE_INFINITY } = {}) {
      const keys: string[] = []
      let more: string | undefined
      do {
        const part = { ContinuationToken: more, MaxKeys: Math.min(limit - keys.length, LIST_MAX) }
        const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ...part })
        const listed = await call('LIST', prefix, abortSignal => client.send(command, { abortSignal }))
        keys.push(...(listed?.Contents ?? []).flatMap(({ Key }) => Key ?? []))
        more = listed?.NextContinuationToken
      } while (more !== undefined && keys.length < limit)
      return keys
    },
    async read(key) {
      const command = new GetObjectCommand({ Bucket: bucket, Key: key })
      const found = await call('GET', key, abortSignal => client.send(command, { abortSignal }))
      if (!found) return undefined
      if (!(found.Body instanceof Readable)) throw new S3Error(`GET ${key}: no body`)
      const size = sizeIn(found)
      const chunks = chunksOf(found.Body, { timeoutMs, size })
      return { size, body: Readable.from(chunks, { objectMode: false }) }
    },
  }
}

function connect({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: Omit<S3Settings, 'bucket'>) {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    maxAttempts: TRIES,
    requestHandler: { httpAgent: { maxSockets: MAX_CONNECTIONS }, httpsAgent: { maxSockets: MAX_CONNECTIONS } },
    // Many compatible stores do not know the checksums that are the provider's own default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Of the store's answer, also when that is not of the provider's form. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('$metadata' in error)) return null
  const { $metadata: metadata } = error
  if (!metadata || typeof metadata !== 'object' || !('httpStatusCode' in metadata)) return null
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : null
}

function sizeIn({ ContentLength: size }: { ContentLength?: number | undefined }): number {
  if (size === undefined) throw new S3Error('an answer has no length')
  return size
}

/**
 * The body of an answer. The store may not let whoever reads it wait for longer than the time, and what the body takes at the
 * least rate, in all; the reader may pause as long as they want.
 */
async function* chunksOf(
  body: Readable,
  { timeoutMs, size }: { timeoutMs: number; size: number },
): AsyncGenerator<Uint8Array> {
  let leftMs = timeoutMs + size / LEAST_BYTES_PER_MS
  let since = performance.now()
  const wait = () => {
    since = performance.now()
    return setTimeout(() => body.destroy(new S3Error('the store was too slow to send all of it')), leftMs)
  }
  let timer = wait()
  try {
    for await (const chunk of body) {
      clearTimeout(timer)
      leftMs -= performance.now() - since
      yield chunk
      timer = wait()
    }
  } finally {
    clearTimeout(timer)
  }
}
