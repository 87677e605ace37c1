import { appendFile, open, readFile } from 'node:fs/promises'
import { AuditHead, type ReadableHeadPlace } from '#platform/audit-heads.ts'

/** How much of the file's end is read to find its newest head: some 100 lines. */
const TAIL_BYTES = 64 * 1024

/** A file to which heads are appended, a line of JSON each. It is made for its owner alone. */
export function createHeadFile(file: string): ReadableHeadPlace {
  return {
    name: `the file ${file}`,
    async newest() {
      const numbers = readHeadLines(await readTail(file)).map(({ number }) => number)
      return numbers.length === 0 ? null : Math.max(...numbers)
    },
    async append(heads) {
      const isTorn = !/^$|\n$/.test(await readTail(file))
      const lines = heads.map(head => `${JSON.stringify(head)}\n`).join('')
      await appendFile(file, (isTorn ? '\n' : '') + lines, { mode: 0o600, flush: true })
    },
    async read() {
      return readHeadLines(await readWhole(file))
    },
  }
}

/**
 * The heads among the lines of a text: lines of JSON that are one, or have one as `auditHead`, as the server's log has.
 * Other lines are left out: whether a head is missing is seen by its neighbours.
 */
export function readHeadLines(text: string): AuditHead[] {
  return text.split('\n').flatMap(line => {
    if (!line.includes('"signature"')) return []
    const parsed = parse(line)
    const { data } = AuditHead.safeParse(isRecord(parsed) && 'auditHead' in parsed ? parsed.auditHead : parsed)
    return data ? [data] : []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The whole file; empty when there is none, which shows as heads that it lacks. */
async function readWhole(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
}

/** The end of the file; empty when there is none. */
async function readTail(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!handle) return ''
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, TAIL_BYTES)
    const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position: size - length })
    return buffer.toString('utf8')
  } finally {
    await handle.close()
  }
}
