/** What the package manager's audit said. */
export type Audit =
  | { outcome: 'not checked'; reason: string }
  | { outcome: 'checked'; packages: number; advisories: Advisory[] }

type Advisory = { package: string; severity: string; title: string; url: string; patched: string }

type Report = {
  advisories: Record<string, Record<'module_name' | 'severity' | 'title' | 'url' | 'patched_versions', string>>
  metadata: { totalDependencies: number }
}

/** Reads what `pnpm audit --json` wrote, its complaints among it. Anything but a whole report is no check. */
export function readAudit(output: string): Audit {
  const report = reportIn(output)
  if (!report) return { outcome: 'not checked', reason: reasonIn(output) }
  const advisories = Object.values(report.advisories).map(advisory => ({
    package: advisory.module_name,
    severity: advisory.severity,
    title: advisory.title,
    url: advisory.url,
    patched: advisory.patched_versions,
  }))
  return { outcome: 'checked', packages: report.metadata.totalDependencies, advisories }
}

/** For people, one thing a line. */
export function auditLines(audit: Audit): string[] {
  if (audit.outcome === 'not checked') return [`Dependencies: not checked (${audit.reason})`]
  const { packages, advisories } = audit
  const found = advisories.map(
    ({ package: name, severity, title, url, patched }) =>
      `  ${severity}: ${name}: ${title} (better: ${patched}) ${url}`,
  )
  return [`Dependencies: ${packages} packages checked, ${advisories.length} known to be vulnerable`, ...found]
}

function reportIn(output: string): Report | null {
  const json = /^\{[\s\S]*^\}/m.exec(output)?.[0]
  if (json === undefined) return null
  try {
    const report: Partial<Report> = JSON.parse(json)
    return report.advisories && report.metadata?.totalDependencies ? (report as Report) : null
  } catch {
    return null
  }
}

function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map(line => line.replace(/^[\s×│]+/, '').trim())
    .filter(line => line !== '' && !/^npm (?:warn|notice)/i.test(line))
  return lines.slice(0, 3).join(' ') || 'the audit said nothing'
}
