import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { describe as describeFailure, Failure, fullDisk, nearestExisting, notWritable } from './failure.mjs'

test.each(['ENOSPC: no space left on device, write', 'initdb: No space left on device', 'EDQUOT'])(
  'knows a full disk by: %s',
  text => {
    expect(fullDisk(text, [temporaryFolder()])?.message).toMatch(
      /^The disk is full: \d+ MB are free at .*start again\.$/,
    )
  },
)

test('does not blame the disk for anything else', () => {
  expect(fullDisk('EACCES: permission denied', [temporaryFolder()])).toBeUndefined()
})

test('names the nearest folder that exists', () => {
  const folder = temporaryFolder()
  expect(nearestExisting(path.join(folder, 'not', 'there'))).toBe(folder)
  expect(notWritable(path.join(folder, 'not', 'there')).message).toContain(`write to ${folder}:`)
})

test('shows what a tool wrote before the line, and a stack only for what nobody foresaw', () => {
  expect(describeFailure(new Failure('It failed (see above).', 'a tool’s words\n'))).toBe(
    'a tool’s words\n\nIt failed (see above).',
  )
  expect(describeFailure(new Failure('It failed.'))).toBe('It failed.')
  expect(describeFailure(new TypeError('x is not a function'))).toContain('failure.test.ts')
})
