import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../bootstrap/repository.mjs'

/** The names of acts that a file has in single quotes. */
function actsIn(file: string): string[] {
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...new Set([...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, name = '']) => name))].sort()
}

test('the page of the audit has a label for each act that the server writes, and for no other', () => {
  const written = actsIn('apps/api/src/platform/audit.ts')
  expect(written).toContain('account.register')
  expect(actsIn('apps/web/src/audit/acts.ts')).toEqual(written)
})
