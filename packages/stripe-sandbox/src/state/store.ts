import type { Journal, Put } from './journal.ts'
import { type CollectionName, type Collections, collectionNames } from './records.ts'
import { storeIndexes } from './store-indexes.ts'
import { upgraded } from './upgrade-record.ts'

export type Maps = { [Name in CollectionName]: Map<string, Collections[Name]> }

/** Reads records as they are now. */
export type Reader = {
  get<Name extends CollectionName>(name: Name, id: string): Collections[Name] | undefined
  /** All records, oldest first. */
  all<Name extends CollectionName>(name: Name): Collections[Name][]
  /** The records whose member has this value, oldest first; found without a walk through all of them. */
  by<Name extends CollectionName, Member extends keyof Collections[Name] & string>(
    name: Name,
    member: Member,
    value: Collections[Name][Member],
  ): Collections[Name][]
}

/** Changes that take effect together at `commit`, or never. It reads its own changes. */
export type Transaction = Reader & {
  put<Name extends CollectionName>(name: Name, record: Collections[Name]): void
  commit(): void
}

/** Everything that the sandbox knows, in memory and in its journal. Records are replaced, never changed in place. */
export type Store = Reader & {
  begin(): Transaction
  /** The record that was put first of those still there. */
  oldest<Name extends CollectionName>(name: Name): Collections[Name] | undefined
  /** Forgets a record; the journal drops it when it is next rewritten. */
  forget(name: CollectionName, id: string): void
  /** Takes the journal for writing, and shortens it when most of it is superseded. */
  open(): void
  close(): void
}

/** Builds the store from its journal, without the records that `keep` refuses. It cannot write until `open`. */
export function createStore(journal: Journal, keep: (put: Put) => boolean = () => true): Store {
  const maps = emptyMaps()
  let replayed = 0
  for (const entry of journal.entries) {
    for (const put of entry) {
      const [name, record] = upgraded(put)
      putInto(maps, name, record)
      replayed += 1
    }
  }
  for (const put of putsOf(maps)) if (!keep(put)) maps[put[0]].delete(put[1].id)

  const get: Reader['get'] = (name, id) => maps[name].get(id)
  const all: Reader['all'] = name => [...maps[name].values()]
  const indexes = storeIndexes(maps)
  return {
    get,
    all,
    by: indexes.by,
    oldest: name => maps[name].values().next().value,
    forget(name, id) {
      indexes.remove(name, maps[name].get(id))
      maps[name].delete(id)
    },
    open() {
      journal.open()
      const kept = putsOf(maps)
      if (replayed > 2 * kept.length + 1000) journal.rewrite(kept.map(put => [put]))
    },
    close: () => journal.close(),
    begin() {
      const changed = emptyMaps()
      return {
        get: (name, id) => changed[name].get(id) ?? get(name, id),
        all: name => (changed[name].size === 0 ? all(name) : [...new Map([...maps[name], ...changed[name]]).values()]),
        by(name, member, value) {
          const own = changed[name]
          const stored = indexes.by(name, member, value)
          if (own.size === 0) return stored
          const merged = new Map(stored.map(record => [record.id, record]))
          for (const [id, record] of own) {
            if (record[member] === value) merged.set(id, record)
            else merged.delete(id)
          }
          return [...merged.values()]
        },
        put(name, record) {
          putInto(changed, name, record)
        },
        commit() {
          const puts = putsOf(changed)
          if (puts.length === 0) return
          journal.append(puts)
          for (const [name, record] of puts) {
            indexes.move(name, maps[name].get(record.id), record)
            putInto(maps, name, record)
          }
        },
      }
    },
  }
}

function putInto<Name extends CollectionName>(maps: Maps, name: Name, record: Collections[Name]): void {
  maps[name].set(record.id, record)
}

function putsOf(maps: Maps): Put[] {
  return collectionNames.flatMap(name => [...maps[name].values()].map(record => [name, record] as Put))
}

function emptyMaps(): Maps {
  return {
    intents: new Map(),
    authentications: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    fraudWarnings: new Map(),
    balanceTransactions: new Map(),
    paymentMethods: new Map(),
    tokens: new Map(),
    accounts: new Map(),
    bankAccounts: new Map(),
    links: new Map(),
    sessions: new Map(),
    transfers: new Map(),
    transferReversals: new Map(),
    payments: new Map(),
    paymentRefunds: new Map(),
    payouts: new Map(),
    events: new Map(),
    deliveries: new Map(),
    idempotency: new Map(),
  }
}
