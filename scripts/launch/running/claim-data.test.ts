import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { idleProcess } from '../../testing/idle-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { dataPaths } from '../paths.ts'
import { claimData, deleteMade, releaseData } from './claim-data.ts'
import { writePidFile } from './pid-file.ts'
import { processStart } from './process-start.ts'

const url = 'http://localhost:3000'

test('refuses while another launcher runs on the same data, and says where', async () => {
  const data = dataPaths(temporaryFolder())
  await claimData(data, url)
  await expect(claimData(data, 'http://localhost:4000')).rejects.toThrow(`already running at ${url}`)
  releaseData(data)
  await expect(claimData(data, url)).resolves.toEqual([])
})

test('ends what a killed launcher has left running', async () => {
  const data = dataPaths(temporaryFolder())
  const [api, postgres] = [await idleProcess(), await idleProcess()]
  mkdirSync(data.run, { recursive: true })
  writePidFile(data.run, 'api', api.pid)
  writePidFile(data.run, 'postgres', postgres.pid)
  expect(await claimData(data, url)).toEqual([expect.stringMatching(/api.*postgres|postgres.*api/)])
  expect([processStart(api.pid), processStart(postgres.pid)]).toEqual([undefined, undefined])
})

/** A market's data, as if a start had made it, with a file of the user's own beside. */
function madeMarket() {
  const data = dataPaths(temporaryFolder())
  for (const folder of [data.run, data.images]) mkdirSync(folder, { recursive: true })
  const files = [data.secrets, path.join(data.images, 'a.webp'), path.join(data.dir, 'own.txt')]
  for (const file of files) writeFileSync(file, 'x')
  return { data, present: () => files.map(file => existsSync(file)) }
}

test('what was made is deleted, and nothing else', () => {
  const { data, present } = madeMarket()
  deleteMade(data)
  expect(present()).toEqual([false, false, true])
})

test('touches nothing of a market that runs', async () => {
  const { data, present } = madeMarket()
  const [launcher, api] = [await idleProcess(), await idleProcess()]
  writePidFile(data.run, 'launcher', launcher.pid)
  writePidFile(data.run, 'api', api.pid)
  await expect(claimData(data, 'http://localhost:4000')).rejects.toThrow('already running')
  expect(present()).toEqual([true, true, true])
  expect([processStart(launcher.pid), processStart(api.pid)]).not.toContain(undefined)
})

test('says whose permission is missing', async () => {
  const folder = temporaryFolder()
  writeFileSync(path.join(folder, 'a-file'), '')
  await expect(claimData(dataPaths(path.join(folder, 'a-file', 'data')), url)).rejects.toThrow('No permission')
})
