import { type Stored, storedText } from './stored.ts'

/** A value in the browser's storage, as JSON. Whoever reads it checks what it is. */
export function storedJson(key: string, storage = () => localStorage): Stored<unknown> {
  const text = storedText(key, storage)
  return {
    read: () => {
      try {
        return JSON.parse(text.read() ?? 'null')
      } catch {
        return null
      }
    },
    store: value => text.store(value === null ? null : JSON.stringify(value)),
  }
}
