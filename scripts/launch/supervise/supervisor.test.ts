import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { announced, type ChildSpec } from './child.ts'
import { createSupervisor } from './supervisor.ts'

const READY = `console.log('{"ready":true}');`
const STAY = 'setInterval(() => {}, 1000);'

function market() {
  const dir = temporaryFolder()
  const folders = { run: path.join(dir, 'run'), logs: path.join(dir, 'logs') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  const journal = path.join(dir, 'journal')
  const spec = (name: string, code: string): ChildSpec => {
    const file = path.join(dir, `${name}.mjs`)
    const says = `import { appendFileSync } from 'node:fs'; const say = text => appendFileSync(${JSON.stringify(journal)}, text);`
    writeFileSync(file, `${says}\n${code}`)
    return { name, title: `the ${name}`, args: [file], env: {}, isReady: announced }
  }
  return { folders, spec, read: () => readFileSync(journal, 'utf8') }
}

const leaving = (name: string) => `process.on('SIGTERM', () => { say('${name} '); process.exit() }); ${READY} ${STAY}`

test('stops in the given order, and leaves no pid file', async () => {
  const { folders, spec, read } = market()
  const supervisor = createSupervisor(folders, [['api'], ['postgres']])
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
  const { folders, spec } = market()
  const supervisor = createSupervisor(folders, [['api']])
  const start = supervisor.start(spec('api', "console.error('Port 3000 is taken.'); process.exit(1)"))
  await expect(start).rejects.toThrow('The api did not start: Port 3000 is taken.')
})

test('a child that ends unasked breaks everything, and one that may is only told of', async () => {
  const { folders, spec } = market()
  const told: string[] = []
  const supervisor = createSupervisor(folders, [['api', 'web']], failure => told.push(failure.message))
  const ends = `${READY} setTimeout(() => process.exit(3), 50)`
  await supervisor.start({ ...spec('web', ends), mayEnd: true })
  await expect.poll(() => told).toEqual([expect.stringContaining('The web ended unexpectedly (exit code 3)')])
  await supervisor.start(spec('api', ends))
  await expect(supervisor.broken).rejects.toThrow('The api ended unexpectedly (exit code 3)')
})

test('starting again stops the one before, and keeps its log beside', async () => {
  const { folders, spec, read } = market()
  const supervisor = createSupervisor(folders, [['api']])
  await supervisor.start(spec('api', leaving('first')))
  await supervisor.start(spec('api', leaving('second')))
  expect(read()).toBe('first ')
  expect(existsSync(path.join(folders.logs, 'api.previous.log'))).toBe(true)
  await supervisor.stop()
  expect(read()).toBe('first second ')
})

test('a child on the leash is told to end when its launcher is gone', async () => {
  const { folders, spec, read } = market()
  const leash = path.join(import.meta.dirname, 'leash.mjs')
  const child = spec('api', leaving('api'))
  const launcher = spec(
    'launcher',
    `import { spawn } from 'node:child_process';
     const child = spawn(process.execPath, ['--import', ${JSON.stringify(leash)}, ${JSON.stringify(child.args[0])}],
       { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
     child.stdout.once('data', () => { ${READY} setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20) });`,
  )
  const supervisor = createSupervisor(folders, [['launcher']])
  await supervisor.start(launcher)
  await expect(supervisor.broken).rejects.toThrow('SIGKILL')
  await expect.poll(read, { timeout: 10_000 }).toBe('api ')
})
