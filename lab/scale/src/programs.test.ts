import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProgram, missingPackages } from './programs.ts'

const run = promisify(execFile)

test('finds the programs, and they run', async () => {
  expect(missingPackages()).toEqual([])
  expect((await run(findProgram('redis-server'), ['--version'])).stdout).toContain('Redis server v=')
  expect((await run(findProgram('pgbouncer'), ['--version'])).stdout).toContain('PgBouncer')
})
