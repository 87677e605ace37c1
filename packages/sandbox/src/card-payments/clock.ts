/** Time as the sandbox sees it, so that a test can turn it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, after so many milliseconds; the result takes it back. */
  after(milliseconds: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
