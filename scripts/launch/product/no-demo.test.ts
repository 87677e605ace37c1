import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { goesWithoutDemo } from './no-demo.ts'

test('a market that began without the demo stays so at later starts, until it is begun anew', () => {
  const identity = path.join(temporaryFolder(), 'identity')
  expect(goesWithoutDemo({ identity }, false)).toBe(false)
  expect(goesWithoutDemo({ identity }, true)).toBe(true)
  expect(goesWithoutDemo({ identity }, false)).toBe(true)
  rmSync(identity, { recursive: true })
  expect(goesWithoutDemo({ identity }, false)).toBe(false)
})
