import { createStore, delMany, entries, get, set } from 'idb-keyval'

/** Something that was read from the server. */
export interface StoredRead {
  queryKey: readonly unknown[]
  data: unknown
  /** When, in milliseconds since 1970. */
  readAt: number
}

/** The owner of what is read while nobody is signed in. */
export const VISITOR = 'visitor'
/** How long a read is stored, in milliseconds: a week. */
export const STORED_MS = 7 * 24 * 3_600_000
/** How many reads are stored. */
export const STORED_MAX = 100

/** The owner's id, and the read's name. */
type Key = [owner: string, name: string]

let opened: ReturnType<typeof createStore> | undefined

function store() {
  opened ??= createStore('offline', 'reads')
  return opened
}

export async function storeRead(owner: string, name: string, read: StoredRead): Promise<void> {
  await set([owner, name], read, store())
}

/** One read of an owner's; undefined where it is not stored, or is too old. */
export async function storedRead(owner: string, name: string, now = Date.now()): Promise<StoredRead | undefined> {
  const read = await get<StoredRead>([owner, name], store())
  return read && isRecent(read, now) ? read : undefined
}

/** All reads of an owner's. */
export async function storedReads(owner: string, now = Date.now()): Promise<StoredRead[]> {
  const found = await entries<Key, StoredRead>(store())
  return found.filter(([key, read]) => key[0] === owner && isRecent(read, now)).map(([, read]) => read)
}

/** Deletes what is not this owner's, is too old, or is one too many. */
export async function deleteAllBut(owner: string, now = Date.now()): Promise<void> {
  const found = await entries<Key, StoredRead>(store())
  const newestFirst = found.sort(([, one], [, other]) => other.readAt - one.readAt)
  const staying = newestFirst.filter(([key, read]) => key[0] === owner && isRecent(read, now)).slice(0, STORED_MAX)
  const going = found.filter(entry => !staying.includes(entry))
  if (going.length > 0)
    await delMany(
      going.map(([key]) => key),
      store(),
    )
}

function isRecent({ readAt }: StoredRead, now: number): boolean {
  return now - readAt < STORED_MS
}
