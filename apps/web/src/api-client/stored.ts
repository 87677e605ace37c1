interface Stored<Value> {
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
