import { expect, test } from 'vitest'
import { help, readOptions } from './options.ts'

const nothing = { fresh: false, empty: false, dev: false, build: false, help: false }

test('reads the command line', () => {
  expect(readOptions([])).toEqual(nothing)
  expect(readOptions(['--dev', '--fresh'])).toEqual({ ...nothing, dev: true, fresh: true })
})

test.each(['--frsh', 'fresh', '--fresh=yes'])('refuses %s by name', arg => {
  expect(() => readOptions([arg])).toThrow(`Unknown option ${arg}`)
})

test('the help names every option', () => {
  for (const option of ['--fresh', '--empty', '--build', 'npm run dev']) expect(help).toContain(option)
})
