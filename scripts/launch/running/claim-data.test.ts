import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { idleProcess } from '../../testing/idle-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { dataPaths } from '../paths.ts'
import { claimData, releaseData } from './claim-data.ts'
import { writePidFile } from './pid-file.ts'
import { processStart } from './process-start.ts'

const url = 'http://localhost:3000'

test('refuses while another launcher runs on the same data, and says where', async () => {
  const data = dataPaths(temporaryFolder())
  await claimData(data, url, false)
  await expect(claimData(data, 'http://localhost:4000', false)).rejects.toThrow(`already running at ${url}`)
  releaseData(data)
  await expect(claimData(data, url, false)).resolves.toEqual([])
})

test('ends what a killed launcher has left running', async () => {
  const data = dataPaths(temporaryFolder())
  const [api, postgres] = [await idleProcess(), await idleProcess()]
  mkdirSync(data.run, { recursive: true })
  writePidFile(data.run, 'api', api.pid)
  writePidFile(data.run, 'postgres', postgres.pid)
  expect(await claimData(data, url, false)).toEqual([expect.stringMatching(/api.*postgres|postgres.*api/)])
  expect([processStart(api.pid), processStart(postgres.pid)]).toEqual([undefined, undefined])
})

test('with fresh, stops the launcher that runs and deletes what was made, and nothing else', async () => {
  const data = dataPaths(temporaryFolder())
  const launcher = await idleProcess()
  for (const folder of [data.run, data.images]) mkdirSync(folder, { recursive: true })
  writePidFile(data.run, 'launcher', launcher.pid)
  for (const file of [data.secrets, path.join(data.images, 'a.webp'), path.join(data.dir, 'own.txt')]) {
    writeFileSync(file, 'x')
  }
  await claimData(data, url, true)
  expect(processStart(launcher.pid)).toBeUndefined()
  expect([data.secrets, data.images, path.join(data.dir, 'own.txt')].map(file => existsSync(file))).toEqual([
    false,
    false,
    true,
  ])
})

test('says whose permission is missing', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'a-file'), '')
  await expect(claimData(dataPaths(path.join(folder, 'a-file', 'data')), url, false)).rejects.toThrow('No permission')
})
