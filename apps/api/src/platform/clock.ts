/** The time, as a port, so that holds and tokens can be tested at any moment. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
