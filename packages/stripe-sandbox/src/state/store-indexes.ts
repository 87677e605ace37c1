import type { CollectionName, Collections } from './records.ts'
import type { Maps, Reader } from './store.ts'

type Buckets = Map<unknown, Map<string, Collections[CollectionName]>>

export type StoreIndexes = {
  by: Reader['by']
  /** Hears that a record takes the place of another, or is the first of its id. */
  move<Name extends CollectionName>(name: Name, from: Collections[Name] | undefined, to: Collections[Name]): void
  remove<Name extends CollectionName>(name: Name, record: Collections[Name] | undefined): void
}

/** Finds records by a member's value. An index is built when it is first asked for, and follows each change. */
export function storeIndexes(maps: Maps): StoreIndexes {
  const indexes = new Map<CollectionName, Map<string, Buckets>>()

  const indexOf = (name: CollectionName, member: string): Buckets => {
    const ofName = indexes.get(name) ?? new Map<string, Buckets>()
    indexes.set(name, ofName)
    const known = ofName.get(member)
    if (known) return known
    const buckets: Buckets = new Map()
    for (const record of maps[name].values()) put(buckets, memberOf(record, member), record)
    ofName.set(member, buckets)
    return buckets
  }

  return {
    by: <Name extends CollectionName>(name: Name, member: string, value: unknown) => {
      const found = indexOf(name, member).get(value)
      return found ? ([...found.values()] as Collections[Name][]) : []
    },
    move(name, from, to) {
      for (const [member, buckets] of indexes.get(name) ?? []) {
        const value = memberOf(to, member)
        if (from && memberOf(from, member) !== value) buckets.get(memberOf(from, member))?.delete(from.id)
        put(buckets, value, to)
      }
    },
    remove(name, record) {
      if (!record) return
      for (const [member, buckets] of indexes.get(name) ?? []) buckets.get(memberOf(record, member))?.delete(record.id)
    },
  }
}

function memberOf(record: Collections[CollectionName], member: string): unknown {
  return Reflect.get(record, member)
}

function put(buckets: Buckets, value: unknown, record: Collections[CollectionName]): void {
  const bucket = buckets.get(value) ?? new Map<string, Collections[CollectionName]>()
  buckets.set(value, bucket)
  bucket.set(record.id, record)
}
