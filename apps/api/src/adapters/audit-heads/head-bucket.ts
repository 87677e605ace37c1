import { text } from 'node:stream/consumers'
import type { S3Bucket } from '#adapters/images/s3-bucket.ts'
import type { AuditHead, ReadableHeadPlace } from '#platform/audit-heads.ts'
import { readHeadLines } from './head-file.ts'

/** Where the bucket has them, beside the pictures. */
export const HEADS_PREFIX = 'audit-heads/'

const headers = { contentType: 'application/json', cacheControl: 'no-store' }
/** Above any number of a head; a store lists keys in their order, so the newest head comes first. */
const BEYOND = 9_999_999_999
const READS_AT_ONCE = 20

const keyOf = ({ number }: AuditHead) => `${HEADS_PREFIX}${BEYOND - number}-${number}.json`

/**
 * Heads as objects of a bucket, one each, that are written once and never again: the store may lock them.
 * @param name of the bucket, as messages have it
 * @param connect opens the bucket when it is first needed
 */
export function createHeadBucket(name: string, connect: () => Promise<S3Bucket>): ReadableHeadPlace {
  let bucket: Promise<S3Bucket> | undefined
  const opened = () => (bucket ??= connect())
  return {
    name: `the bucket ${name}`,
    isShared: true,
    async newest() {
      const [key] = await (await opened()).list(HEADS_PREFIX, { limit: 1 })
      return key === undefined ? null : numberOf(key)
    },
    async append(heads) {
      for (const head of heads)
        await (await opened()).put(keyOf(head), Buffer.from(`${JSON.stringify(head)}\n`), headers)
    },
    async read() {
      const store = await opened()
      const keys = (await store.list(HEADS_PREFIX)).values()
      const heads: AuditHead[] = []
      const readSome = async () => {
        for (const key of keys) {
          const object = await store.read(key)
          if (object) heads.push(...readHeadLines(await text(object.body)))
        }
      }
      await Promise.all(Array.from({ length: READS_AT_ONCE }, readSome))
      return heads
    },
  }
}

function numberOf(key: string): number | null {
  const number = /-(\d+)\.json$/.exec(key)?.[1]
  return number === undefined ? null : Number(number)
}
