import { type Counted, noReport } from './vitest-report.ts'

/** A file or a `describe` of Playwright's report, with its tests. */
type Suite = { specs?: { title: string; file: string; ok: boolean }[]; suites?: Suite[] }

/** The part of Playwright's JSON report that counts. */
export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: { message?: string }[]
  suites?: Suite[]
}

/** Counts what really ran, by the same rules as vitest's reports; a test that passed only when tried again has failed. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Counted {
  if (!report) return noReport
  const { expected, unexpected, flaky, skipped } = report.stats
  const complaints = report.errors.map(({ message }) => message ?? 'failed outside its tests')
  if (flaky > 0) complaints.push(...Array.from({ length: flaky }, () => 'a test passed only when tried again'))
  if (skipped > 0) complaints.push(`${skipped} of its tests did not run`)
  if (expected + unexpected + flaky === 0 && complaints.length === 0) complaints.push('it has no tests')
  const isUnexplained = exitCode !== 0 && unexpected === 0 && complaints.length === 0
  if (isUnexplained) complaints.push(`the runner failed (exit code ${exitCode}) though its tests passed`)
  const names = (report.suites ?? []).flatMap(failedTests)
  return { passed: expected, failed: unexpected + complaints.length, failures: [...names, ...complaints], complaints }
}

function failedTests({ specs = [], suites = [] }: Suite): string[] {
  const failed = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`)
  return [...failed, ...suites.flatMap(failedTests)]
}
