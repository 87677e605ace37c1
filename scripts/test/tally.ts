/** What a runner counted. */
export type Tally = { passed: number; failed: number }

export const onePassed: Tally = { passed: 1, failed: 0 }
export const oneFailed: Tally = { passed: 0, failed: 1 }

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (total, { passed, failed }) => ({ passed: total.passed + passed, failed: total.failed + failed }),
    { passed: 0, failed: 0 },
  )
}

/** The last line of `npm test`. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}
