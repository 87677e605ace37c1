import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { CLOCK_AHEAD, CLOCK_AHEAD_MS } from './product.ts'

it('a process with its clock ahead is 49 hours late in every way of asking', () => {
  const ask = 'console.log(JSON.stringify([Date.now(), new Date().getTime(), new Date(5).getTime()]))'
  const answer = execFileSync(process.execPath, ['--import', CLOCK_AHEAD, '-e', ask], { encoding: 'utf8' })
  const [now, made, given]: number[] = JSON.parse(answer)
  expect([now, made].map(time => Math.abs((time ?? 0) - Date.now() - CLOCK_AHEAD_MS) < 60_000)).toEqual([true, true])
  expect(given).toBe(5)
})
