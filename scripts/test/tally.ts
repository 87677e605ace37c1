/** What a runner counted, and the names of what failed. */
export type Tally = { passed: number; failed: number; failures: string[] }

export const onePassed: Tally = { passed: 1, failed: 0, failures: [] }

export function oneFailed(name: string): Tally {
  return { passed: 0, failed: 1, failures: [name] }
}

export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    failures: tallies.flatMap(({ failures }) => failures),
  }
}

/** The names of what failed, a line each, for the end of a long output. */
export function failureLines({ failures }: Tally): string {
  return failures.map(name => `✗ ${name}`).join('\n')
}

/** The last line of `npm test`. */
export function tallyLine({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}
