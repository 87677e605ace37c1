import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import type { S3Bucket } from '#adapters/images/s3-bucket.ts'
import { type AuditHead, signHead } from '#platform/audit-heads.ts'
import { createAuditKeys } from '#platform/audit-keys.ts'
import { createHeadBucket, HEADS_PREFIX } from './head-bucket.ts'
import { createHeadFile, readHeadLines } from './head-file.ts'
import { createHeadLog } from './head-log.ts'

const keys = createAuditKeys('a key of the tests, a key of the tests')
const at = '2026-11-23T00:00:00.000Z'

function headsTo(count: number): AuditHead[] {
  return Array.from({ length: count }, (_, index) =>
    signHead(keys, { number: index + 1, entries: index, hash: 'ab', at, runningSince: at, previous: '' }),
  )
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-heads-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'heads.jsonl')
}

it('a file gets a line for each head, is its owner’s alone, and survives a line that was cut off', async () => {
  const file = await temporaryFile()
  const place = createHeadFile(file)
  expect(await place.newest()).toBeNull()
  const heads = headsTo(900)
  await place.append(heads.slice(0, 899))
  expect(await place.newest()).toBe(899)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await appendFile(file, '{"number":900,"signature":"cut')
  expect(await createHeadFile(file).newest()).toBe(899)
  await place.append(heads.slice(899))
  expect(await place.newest()).toBe(900)
  expect(await place.read()).toEqual(heads)
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(901)
})

it('a log of the server is read as a file of heads', async () => {
  const lines: string[] = ['not JSON with "signature"']
  const log = createHeadLog(auditHead => lines.push(JSON.stringify({ level: 30, auditHead, msg: 'audit head' })))
  expect(await log.newest()).toBeNull()
  await log.append(headsTo(3))
  expect(await log.newest()).toBe(3)
  expect(readHeadLines(lines.join('\n'))).toEqual(headsTo(3))
})

it('a bucket gets an object for each head, lists the newest first, and gives all back', async () => {
  const objects = new Map<string, Buffer>()
  const bucket: S3Bucket = {
    put: async (key, bytes) => void objects.set(key, Buffer.from(bytes)),
    list: async (prefix, { limit } = {}) =>
      [...objects.keys()]
        .filter(key => key.startsWith(prefix))
        .sort()
        .slice(0, limit),
    async read(key) {
      const bytes = objects.get(key)
      return bytes && { size: bytes.length, body: Readable.from([bytes]) }
    },
    sizeOf: async key => objects.get(key)?.length,
    remove: async key => void objects.delete(key),
  }
  const place = createHeadBucket('heads', async () => bucket)
  expect(await place.newest()).toBeNull()
  await place.append(headsTo(101))
  expect(await place.newest()).toBe(101)
  expect([...objects.keys()].every(key => key.startsWith(HEADS_PREFIX))).toBe(true)
  expect((await place.read()).toSorted((a, b) => a.number - b.number)).toEqual(headsTo(101))
})
