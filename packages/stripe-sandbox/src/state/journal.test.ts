import { expect, test } from 'vitest'
import type { Journal } from './journal.ts'
import { memoryJournal } from './journal.ts'
import { createStore } from './store.ts'

const delivery = (id: string, attempts = 0) => ({ id, state: 'pending' as const, attempts, nextAttemptMs: 0 })

test('changes are seen by their own transaction only, until they are committed together', () => {
  const store = createStore(memoryJournal())
  const tx = store.begin()
  tx.put('deliveries', delivery('a'))
  tx.put('deliveries', delivery('b'))
  expect(tx.get('deliveries', 'a')).toEqual(delivery('a'))
  expect(store.get('deliveries', 'a')).toBeUndefined()
  tx.commit()
  expect(store.all('deliveries').map(({ id }) => id)).toEqual(['a', 'b'])
})

test('what could not be written has not happened', () => {
  let isFull = true
  const journal: Journal = {
    ...memoryJournal(),
    append: () => {
      if (isFull) throw new Error('ENOSPC: no space left on device')
    },
  }
  const store = createStore(journal)
  const tx = store.begin()
  tx.put('deliveries', delivery('a'))
  expect(() => tx.commit()).toThrow('ENOSPC')
  expect(store.get('deliveries', 'a')).toBeUndefined()
  isFull = false
  tx.commit()
  expect(store.get('deliveries', 'a')).toEqual(delivery('a'))
})

test('a record keeps its place when it changes', () => {
  const entries = [
    [['deliveries', delivery('a')]],
    [['deliveries', delivery('b')]],
    [['deliveries', delivery('a', 3)]],
  ] as Journal['entries']
  const store = createStore({ ...memoryJournal(), entries })
  expect(store.all('deliveries')).toEqual([delivery('a', 3), delivery('b')])
})
