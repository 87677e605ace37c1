import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { CollectionName, Collections } from './records.ts'

/** A record as it now is, and the collection it belongs to. */
export type Put = { [Name in CollectionName]: [Name, Collections[Name]] }[CollectionName]

/** Records that changed together; one line of the journal, so that all of them are stored or none. */
export type JournalEntry = Put[]

/** Where changes are written before they are answered. */
export type Journal = {
  /** What was written before, oldest first. */
  readonly entries: readonly JournalEntry[]
  /** Takes the file for writing; before this, nothing of it is touched. */
  open(): void
  /** Writes one entry; when it throws, nothing of the entry is stored. */
  append(entry: JournalEntry): void
  /** Replaces everything by these entries, at once or not at all. */
  rewrite(entries: readonly JournalEntry[]): void
  close(): void
}

/** A journal that forgets: for a sandbox without a data file. */
export function memoryJournal(): Journal {
  return {
    entries: [],
    open: () => undefined,
    append: () => undefined,
    rewrite: () => undefined,
    close: () => undefined,
  }
}

/**
 * A journal in a file of JSON lines. A line that the process did not finish writing before it was killed is dropped:
 * nothing was answered for it. The file is written through the system's cache, so that it survives a killed process;
 * a machine that loses power may lose the last second.
 * @throws when a line in the middle is not readable
 */
export function fileJournal(file: string): Journal {
  const text = readIfThere(file)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const entries = whole
    .split('\n')
    .slice(0, -1)
    .map((line, index) => parseLine(line, `${file}, line ${index + 1}`))
  let descriptor = -1
  let size = Buffer.byteLength(whole)
  // A line was begun and not finished, such as on a full disk; it is cut off before the next.
  let isTorn = false

  return {
    entries,
    open() {
      mkdirSync(path.dirname(file), { recursive: true })
      descriptor = openSync(file, 'a', 0o600)
      ftruncateSync(descriptor, size)
    },
    append(entry) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`)
      if (isTorn) ftruncateSync(descriptor, size)
      isTorn = true
      writeWhole(descriptor, line)
      isTorn = false
      size += line.length
    },
    rewrite(next) {
      const fresh = `${file}.next`
      const content = Buffer.from(next.map(entry => `${JSON.stringify(entry)}\n`).join(''))
      const target = openSync(fresh, 'w', 0o600)
      writeWhole(target, content)
      fsyncSync(target)
      closeSync(target)
      renameSync(fresh, file)
      closeSync(descriptor)
      descriptor = openSync(file, 'a', 0o600)
      size = content.length
    },
    close: () => {
      if (descriptor >= 0) closeSync(descriptor)
    },
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function parseLine(line: string, where: string): JournalEntry {
  try {
    return JSON.parse(line)
  } catch {
    throw new Error(`The card payments' data is damaged (${where}). Move the file away to start with none.`)
  }
}

/** A single write may take less than it was given, such as on a disk that fills up. */
function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}
