import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { announced, type ChildSpec } from './child.ts'
import { type BackOff, createSupervisor } from './supervisor.ts'

const READY = `console.log('{"ready":true}');`
const STAY = 'setInterval(() => {}, 1000);'

function market() {
  const dir = temporaryFolder()
  const folders = { run: path.join(dir, 'run'), logs: path.join(dir, 'logs') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  const journal = path.join(dir, 'journal')
  const told: string[] = []
  const supervise = (names: string[], backOff?: BackOff) =>
    createSupervisor({
      folders,
      order: names.map(name => [name]),
      onEnd: failure => told.push(failure.message),
      ...(backOff && { backOff }),
    })
  const spec = (name: string, code: string): ChildSpec => {
    const file = path.join(dir, `${name}.mjs`)
    const says = `import { appendFileSync } from 'node:fs'; const say = text => appendFileSync(${JSON.stringify(journal)}, text);`
    writeFileSync(file, `${says}\n${code}`)
    return { name, title: `the ${name}`, args: [file], env: {}, isReady: announced }
  }
  return { folders, spec, told, supervise, read: () => readFileSync(journal, 'utf8') }
}

const leaving = (name: string) => `process.on('SIGTERM', () => { say('${name} '); process.exit() }); ${READY} ${STAY}`

test('stops in the given order, and leaves no pid file', async () => {
  const { folders, spec, read, supervise } = market()
  const supervisor = supervise(['api', 'postgres'])
  await Promise.all([
    supervisor.start(spec('postgres', leaving('postgres'))),
    supervisor.start(spec('api', leaving('api'))),
  ])
  expect(existsSync(path.join(folders.run, 'api.pid'))).toBe(true)
  await supervisor.stop()
  expect(read()).toBe('api postgres ')
  expect(existsSync(path.join(folders.run, 'api.pid'))).toBe(false)
})

test('a child that cannot start fails with what it wrote last', async () => {
  const { spec, supervise, told } = market()
  const start = supervise(['api']).start(spec('api', "console.error('Port 3000 is taken.'); process.exit(1)"))
  await expect(start).rejects.toThrow('The api did not start: Port 3000 is taken.')
  expect(told).toEqual([])
})

test('a child that ends unasked is started again, later each time, until it stays', async () => {
  const { spec, supervise, told, read } = market()
  const code = `import { readFileSync, existsSync } from 'node:fs'
    const file = new URL('journal', import.meta.url)
    const runs = existsSync(file) ? readFileSync(file, 'utf8').length : 0
    say('x')
    ${READY}
    if (runs < 4) setTimeout(() => process.exit(3), 20)
    else ${STAY}`
  const supervisor = supervise(['api'], { firstMs: 10, longestMs: 30, steadyMs: 60_000 })
  await supervisor.start(spec('api', code))
  await expect.poll(read, { timeout: 10_000 }).toBe('xxxxx')
  const ended = (seconds: number) =>
    expect.stringMatching(`The api ended unexpectedly \\(exit code 3\\), and is started again in ${seconds} s`)
  expect(told).toEqual([ended(0.01), ended(0.02), ended(0.03), ended(0.03)])
  await supervisor.stop()
  expect(told).toHaveLength(4)
})

test('a child that has stayed up is started again soon', async () => {
  const { spec, supervise, told } = market()
  const supervisor = supervise(['api'], { firstMs: 10, longestMs: 10_000, steadyMs: 0 })
  await supervisor.start(spec('api', `${READY} setTimeout(() => process.exit(3), 20)`))
  await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(told.filter(message => !message.includes('again in 0.01 s'))).toEqual([])
  await supervisor.stop()
})

test('a stop ends the wait for the next start', async () => {
  const { folders, spec, supervise, told } = market()
  const supervisor = supervise(['api'], { firstMs: 3_600_000, longestMs: 3_600_000, steadyMs: 60_000 })
  await supervisor.start(spec('api', `${READY} setTimeout(() => process.exit(3), 20)`))
  await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1)
  await supervisor.stop()
  expect(existsSync(path.join(folders.run, 'api.pid'))).toBe(false)
})

test('the end of one that may end is told, and no more', async () => {
  const { spec, supervise, told } = market()
  const supervisor = supervise(['web'], { firstMs: 0, longestMs: 0, steadyMs: 0 })
  await supervisor.start({ ...spec('web', `${READY} setTimeout(() => process.exit(3), 20)`), mayEnd: true })
  await expect
    .poll(() => told, { timeout: 10_000 })
    .toEqual([expect.stringMatching(/^The web ended unexpectedly \(exit code 3\): /)])
})

test('starting again stops the one before, and keeps its log beside', async () => {
  const { folders, spec, read, supervise } = market()
  const supervisor = supervise(['api'])
  await supervisor.start(spec('api', leaving('first')))
  await supervisor.start(spec('api', leaving('second')))
  expect(read()).toBe('first ')
  expect(existsSync(path.join(folders.logs, 'api.previous.log'))).toBe(true)
  await supervisor.stop()
  expect(read()).toBe('first second ')
})

test('a child with the parent watchdog is asked to end when its launcher is gone', async () => {
  const { spec, read, supervise, told } = market()
  const parentWatchdog = path.join(import.meta.dirname, 'parent-watchdog.mjs')
  const child = spec('api', leaving('api'))
  const launcher = spec(
    'launcher',
    `import { spawn } from 'node:child_process';
     const child = spawn(process.execPath, ['--import', ${JSON.stringify(parentWatchdog)}, ${JSON.stringify(child.args[0])}],
       { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
     child.stdout.once('data', () => { ${READY} setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20) });`,
  )
  const supervisor = supervise(['launcher'])
  await supervisor.start({ ...launcher, mayEnd: true })
  await expect.poll(() => told, { timeout: 10_000 }).toEqual([expect.stringContaining('SIGKILL')])
  await expect.poll(read, { timeout: 10_000 }).toBe('api ')
})
