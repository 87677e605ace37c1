export interface Stored<Value> {
  /** What is stored; null where nothing is, or where storage is blocked. */
  read(): Value | null
  /** Stores it, or with null removes it. With storage blocked it does nothing: what is stored only helps other tabs and later visits. */
  store(value: Value | null): void
}

/** A text in the browser's storage. */
export function storedText(key: string, storage = () => localStorage): Stored<string> {
  return {
    read: () => {
      try {
        return storage().getItem(key)
      } catch {
        return null
      }
    },
    store: value => {
      try {
        if (value === null) storage().removeItem(key)
        else storage().setItem(key, value)
      } catch {
        // It is blocked, or full.
      }
    },
  }
}
