import { expect, test } from 'vitest'
import { auditLines, readAudit } from './read-audit.ts'

const report = (advisories: object) =>
  JSON.stringify({ advisories, metadata: { vulnerabilities: {}, totalDependencies: 1233 } }, null, 2)
const vulnerable = {
  1: {
    module_name: 'fastify',
    severity: 'high',
    title: 'Requests can be smuggled',
    url: 'https://github.com/advisories/GHSA-1',
    patched_versions: '>=6.0.0',
  },
}

test('tells what is vulnerable, and what to take instead', () => {
  expect(auditLines(readAudit(`npm warn Unknown user config\n${report(vulnerable)}\n`))).toEqual([
    'Dependencies: 1233 packages checked, 1 known to be vulnerable',
    '  high: fastify: Requests can be smuggled (better: >=6.0.0) https://github.com/advisories/GHSA-1',
  ])
})

test('tells when nothing is', () => {
  expect(auditLines(readAudit(report({})))).toEqual(['Dependencies: 1233 packages checked, 0 known to be vulnerable'])
})

test.each([
  [
    'Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n\n  × The audit endpoint (at https://registry.example/-/npm/v1/security/\n  │ advisories/bulk) responded with 405:\n',
    'Error: ERR_PNPM_AUDIT_BAD_RESPONSE The audit endpoint (at https://registry.example/-/npm/v1/security/ advisories/bulk) responded with 405:',
  ],
  ['npm warn Unknown user config\n', 'the audit said nothing'],
  ['{\n  "advisories": {}\n}\n', '{ "advisories": {} }'],
  [`${report({}).slice(0, -20)}`, '{ "advisories": {}, "metadata": {'],
])('never takes a failure for a clean result', (output, reason) => {
  expect(readAudit(output)).toEqual({ outcome: 'not checked', reason })
})
