import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { idleProcess } from '../../testing/idle-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { claimPidFile, readPidFile, readPidFiles, removePidFile, writePidFile } from './pid-file.ts'
import { processStart } from './process-start.ts'

test('finds the running process that it has recorded', async () => {
  const folder = temporaryFolder()
  const { pid } = await idleProcess()
  writePidFile(folder, 'api', pid)
  expect(readPidFiles(folder)).toEqual([{ name: 'api', pid, start: processStart(pid) }])
})

test('does not find a process that has ended', async () => {
  const folder = temporaryFolder()
  const child = await idleProcess()
  writePidFile(folder, 'api', child.pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(readPidFiles(folder)).toEqual([])
})

test('does not take another process with the same id for the one recorded', async () => {
  const folder = temporaryFolder()
  const { pid } = await idleProcess()
  writeFileSync(path.join(folder, 'api.pid'), JSON.stringify({ name: 'api', pid, start: 'of an earlier process' }))
  expect(readPidFile(folder, 'api')).toBeUndefined()
})

test('does not stumble over a file that was cut off', () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'api.pid'), '{"name":"ap')
  expect(readPidFiles(folder)).toEqual([])
})

test('a second claim is told who holds the first', () => {
  const folder = temporaryFolder()
  expect(claimPidFile(folder, 'launcher', 'http://localhost:3000')).toBeUndefined()
  expect(claimPidFile(folder, 'launcher', 'http://localhost:4000')).toMatchObject({
    pid: process.pid,
    url: 'http://localhost:3000',
  })
  removePidFile(folder, 'launcher')
  expect(claimPidFile(folder, 'launcher', 'http://localhost:4000')).toBeUndefined()
})

test('what a killed process has claimed is free', async () => {
  const folder = temporaryFolder()
  const child = await idleProcess()
  writePidFile(folder, 'launcher', child.pid)
  expect(claimPidFile(folder, 'launcher', 'http://localhost:3000')).toMatchObject({ pid: child.pid })
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(claimPidFile(folder, 'launcher', 'http://localhost:3000')).toBeUndefined()
})
