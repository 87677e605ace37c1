import { oneFailed, type Tally } from './tally.ts'

/** The part of vitest's JSON report that counts. */
export type VitestReport = {
  success: boolean
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** A tally, and why it holds failures that no test of its own stands for; these are among its failures' names too. */
export type Counted = Tally & { complaints: string[] }

/** What ended without a report. */
export const noReport: Counted = {
  ...oneFailed('the runner ended without a report'),
  complaints: ['the runner ended without a report'],
}

/**
 * Counts what really ran. A file that failed outside its tests, tests that were skipped, a run without any test and a
 * runner that failed though its tests passed are a failure each; so is a report that is not there.
 */
export function countVitest(report: VitestReport | undefined, exitCode: number): Counted {
  if (!report) return noReport
  const tests = report.testResults.flatMap(file => file.assertionResults)
  const passed = tests.filter(({ status }) => status === 'passed').length
  const names = report.testResults.flatMap(file =>
    file.assertionResults.filter(({ status }) => status === 'failed').map(test => `${file.name}: ${test.fullName}`),
  )
  const failed = names.length
  const skipped = tests.length - passed - failed
  const brokenFiles = report.testResults.filter(
    file => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const complaints = brokenFiles.map(({ name, message }) => `${name}: ${message || 'failed outside its tests'}`)
  if (skipped > 0) complaints.push(`${skipped} of its tests did not run`)
  if (tests.length === 0 && complaints.length === 0) complaints.push('it has no tests')
  const isUnexplained = (exitCode !== 0 || !report.success) && failed === 0 && complaints.length === 0
  if (isUnexplained) complaints.push(`the runner failed (exit code ${exitCode}) though its tests passed`)
  return { passed, failed: failed + complaints.length, failures: [...names, ...complaints], complaints }
}
