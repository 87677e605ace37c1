import { expect, test } from 'vitest'
import { idleProcess } from '../../testing/idle-process.ts'
import { endProcess } from './end-process.ts'
import { processStart } from './process-start.ts'

test.each([
  { stubborn: false, patienceMs: 10_000, signal: 'SIGTERM' },
  { stubborn: true, patienceMs: 100, signal: 'SIGKILL' },
])('ends a process with $signal', async ({ stubborn, patienceMs, signal }) => {
  const child = await idleProcess({ stubborn })
  const how = new Promise(resolve => child.once('exit', (_code, by) => resolve(by)))
  await endProcess({ name: 'api', pid: child.pid, start: processStart(child.pid) ?? '' }, patienceMs)
  expect(await how).toBe(signal)
})
