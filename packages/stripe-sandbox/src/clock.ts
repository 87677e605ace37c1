/** Time as the sandbox sees it, so that a test can turn it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls back once, after so many milliseconds; the result takes it back. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The longest wait that a timer of the system takes; a longer one would end at once. */
const LONGEST_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    let left = milliseconds
    const next = () => {
      const wait = Math.min(left, LONGEST_MS)
      left -= wait
      return setTimeout(() => {
        if (left <= 0) callback()
        else timer = next()
      }, wait)
    }
    let timer = next()
    return () => clearTimeout(timer)
  },
}

/** A clock that can be put ahead of the one below it. */
export type AdvancingClock = Clock & {
  /** Moves the time on; what became due is called before this returns, the earliest first. */
  advance(milliseconds: number): void
}

type Timer = { atMs: number; callback: () => void; cancel: () => void }

export function advancingClock(base: Clock): AdvancingClock {
  let aheadMs = 0
  const timers = new Set<Timer>()
  const now = () => base.now() + aheadMs
  const arm = (timer: Timer) => {
    timer.cancel = base.after(Math.max(0, timer.atMs - now()), () => {
      timers.delete(timer)
      timer.callback()
    })
  }
  const earliestDue = () =>
    [...timers].filter(timer => timer.atMs <= now()).sort((left, right) => left.atMs - right.atMs)[0]

  return {
    now,
    after(milliseconds, callback) {
      const timer: Timer = { atMs: now() + milliseconds, callback, cancel: () => undefined }
      timers.add(timer)
      arm(timer)
      return () => {
        timers.delete(timer)
        timer.cancel()
      }
    },
    advance(milliseconds) {
      aheadMs += milliseconds
      for (let timer = earliestDue(); timer; timer = earliestDue()) {
        timers.delete(timer)
        timer.cancel()
        timer.callback()
      }
      for (const timer of timers) {
        timer.cancel()
        arm(timer)
      }
    },
  }
}
