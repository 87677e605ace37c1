import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import type { Account } from './emulator.ts'

/** One line of the file: an account as it is now, an account that is gone, or that all are gone. */
type Entry = { account: Account } | { deleted: string } | { cleared: true }

export type Journal = {
  /** Returns when the line is written: a kill of this process after that cannot lose it. */
  append(entry: Entry): void
  close(): void
}

const readEntries = (file: string): Entry[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1) // after the last line break stands nothing, or what a kill left of a change that was never answered
    .map((line, index) => {
      try {
        return JSON.parse(line)
      } catch (cause) {
        throw new Error(`Line ${index + 1} of ${file} is not readable. Delete the file to begin anew.`, { cause })
      }
    })

/** The accounts that a journal's file holds, in the order in which they were made; none when there is no file. */
export const readAccounts = (file: string): Account[] => {
  if (!existsSync(file)) return []
  const accounts = new Map<string, Account>()
  for (const entry of readEntries(file)) {
    if ('account' in entry) accounts.set(entry.account.localId, entry.account)
    else if ('deleted' in entry) accounts.delete(entry.deleted)
    else accounts.clear()
  }
  return [...accounts.values()]
}

const line = (entry: Entry): string => `${JSON.stringify(entry)}\n`

const writeAll = (descriptor: number, text: string): number => {
  const bytes = Buffer.from(text)
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
  return bytes.length
}

const enoughToRewrite = 1_000

/**
 * An append-only file of what became of each account, mode 600 (the emulator's password hashes are plain text).
 * It is rewritten, atomically, with one line an account when it is opened, and whenever old lines outnumber those.
 */
export const openJournal = (file: string, accounts: () => Account[]): Journal => {
  let descriptor = 0
  let length = 0
  let lines = 0

  const rewrite = () => {
    const temporary = `${file}.tmp`
    const current = accounts()
    const fresh = openSync(temporary, 'w', 0o600)
    chmodSync(temporary, 0o600)
    length = writeAll(fresh, current.map(account => line({ account })).join(''))
    fsyncSync(fresh)
    renameSync(temporary, file)
    if (descriptor) closeSync(descriptor)
    descriptor = fresh
    lines = current.length
  }

  mkdirSync(path.dirname(path.resolve(file)), { recursive: true })
  rewrite()
  return {
    append: entry => {
      try {
        length += writeAll(descriptor, line(entry))
      } catch (error) {
        ftruncateSync(descriptor, length) // half a line, of a full disk, must not swallow the next one
        throw error
      }
      lines += 1
      if (lines > enoughToRewrite && lines > 4 * accounts().length) rewrite()
    },
    close: () => closeSync(descriptor),
  }
}
