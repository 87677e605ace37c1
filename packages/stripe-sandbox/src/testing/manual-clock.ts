import type { Clock } from '../clock.ts'

type Timer = { atMs: number; callback: () => void }

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs: number
  #timers: Timer[] = []
  #listeners: (() => void)[] = []

  constructor(start = '2026-11-20T12:00:00Z') {
    this.#nowMs = Date.parse(start)
  }

  now(): number {
    return this.#nowMs
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + milliseconds, callback }
    this.#timers.push(timer)
    for (const listener of this.#listeners.splice(0)) listener()
    return () => {
      this.#timers = this.#timers.filter(one => one !== timer)
    }
  }

  /** How far away the waiting timers are, soonest first. */
  waits(): number[] {
    return this.#timers.map(timer => timer.atMs - this.#nowMs).sort((left, right) => left - right)
  }

  /** Resolves when some timer is waiting. */
  async untilWaiting(): Promise<void> {
    if (this.#timers.length > 0) return
    await new Promise<void>(resolve => this.#listeners.push(resolve))
  }

  /** Moves the time and calls what is due. */
  advance(milliseconds: number): void {
    this.#nowMs += milliseconds
    const due = this.#timers.filter(timer => timer.atMs <= this.#nowMs)
    this.#timers = this.#timers.filter(timer => timer.atMs > this.#nowMs)
    for (const timer of due) timer.callback()
  }
}
