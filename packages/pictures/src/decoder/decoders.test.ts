import { readFile, writeFile } from 'node:fs/promises'
import { constants, getPriority } from 'node:os'
import path from 'node:path'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { drawPicture } from '../testing/draw-pictures.ts'
import { createDecoders } from './decoders.ts'

const MB = 1024 * 1024

const decodersOf = (options: Parameters<typeof createDecoders>[0] = {}) => {
  const decoders = createDecoders(options)
  onTestFinished(() => decoders.stop())
  return decoders
}

const fileOf = async (bytes: Buffer): Promise<string> => {
  const file = path.join(await temporaryFolder(), 'picture')
  await writeFile(file, bytes)
  return file
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888' }, limitInputPixels: false })

const small = async () => fileOf(await drawPicture(64, 48).png().toBuffer())
/** Within the bounds of its kind, and slow enough to be interrupted. */
const slow = async () => fileOf(await flat(5000, 5000).png().toBuffer())

test('a process begins when one is needed, is used again, and ends when none is', async () => {
  const decoders = decodersOf({ idle: 200 })
  expect(decoders.pids()).toEqual([])
  const { base, renditions } = await decoders.render(await small())
  expect([base.subarray(0, 4).toString(), renditions.map(({ width }) => width)]).toEqual(['RIFF', [320, 640, 1280]])
  const first = decoders.pids()
  await decoders.render(await small())
  expect([first.length, decoders.pids()]).toEqual([1, first])
  await expect.poll(() => decoders.pids()).toEqual([])
  await decoders.render(await small())
})

test('a stored picture is drawn as AVIF by the same processes, within their limits', async () => {
  const decoders = decodersOf({ size: 1 })
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const noisy = sharp({ create: { width: 2048, height: 2048, channels: 3, background: '#888', noise } })
  const file = await fileOf(await noisy.webp({ quality: 82 }).toBuffer())
  const drawn = await Promise.all([decoders.renderAvif(file), decoders.renderAvif(file)])
  for (const { renditions, thumbhash } of drawn) {
    expect(renditions.map(({ width }) => width)).toEqual([320, 640, 1280])
    expect(Buffer.from(thumbhash, 'base64')).toHaveLength(24)
  }
  await expect(decoders.renderAvif(await fileOf(Buffer.from('no picture')))).rejects.toMatchObject({ status: 400 })
})

test('a process gives way to all others', async () => {
  const decoders = decodersOf()
  await decoders.check()
  expect(decoders.pids().map(pid => getPriority(pid))).toEqual([constants.priority.PRIORITY_BELOW_NORMAL])
})

test('pictures are decoded at one time in two processes, never in more', async () => {
  const decoders = decodersOf()
  const files = await Promise.all(Array.from({ length: 6 }, small))
  let most = 0
  const all = files.map(async file => {
    await decoders.render(file)
    most = Math.max(most, decoders.pids().length)
  })
  await Promise.all(all)
  expect(most).toBe(2)
})

test('one that takes too long is ended, and the next one is drawn', async () => {
  const decoders = decodersOf({ timeout: 1, size: 1 })
  await expect(decoders.render(await slow())).rejects.toMatchObject({
    status: 413,
    message: 'This picture takes too long to read. Send it smaller.',
  })
  expect(decoders.pids()).toEqual([])
  const thrifty = decodersOf({ cpuTime: 1, size: 1 })
  await expect(thrifty.render(await slow())).rejects.toMatchObject({
    status: 413,
    message: expect.stringContaining('takes too long'),
  })
  expect(thrifty.pids()).toEqual([])
  const patient = decodersOf({ size: 1 })
  const file = await slow()
  const abandoned = new AbortController()
  const given = patient.render(file, abandoned.signal)
  await expect.poll(() => patient.pids()).toHaveLength(1)
  abandoned.abort()
  await expect(given).rejects.toMatchObject({ status: 400 })
  expect(patient.pids()).toEqual([])
  await patient.render(await small())
})

test('who leaves while they wait for their turn takes none', async () => {
  const decoders = decodersOf({ size: 1 })
  const first = decoders.render(await small())
  const abandoned = new AbortController()
  const second = decoders.render(await small(), abandoned.signal)
  const third = decoders.render(await small())
  abandoned.abort()
  await expect(second).rejects.toMatchObject({ status: 400 })
  await Promise.all([first, third])
})

test('who waits too long for their turn is told when to come again', async () => {
  const decoders = decodersOf({ size: 1, wait: 1 })
  const first = decoders.render(await slow())
  await expect(decoders.render(await small())).rejects.toMatchObject({ status: 503, retryAfterS: 5 })
  await first
  await decoders.render(await small())
})

test('addresses take turns, and of each address its accounts', async () => {
  const decoders = decodersOf({ size: 1 })
  const file = await small()
  const ended: string[] = []
  const render = async (address: string, account: string) => {
    await decoders.render(file, undefined, { address, account })
    ended.push(`${address} ${account}`)
  }
  const crowd = Array.from({ length: 4 }, () => render('a', 'eve'))
  await Promise.all([...crowd, render('a', 'mallory'), render('b', 'ana')])
  expect(ended).toEqual(['a eve', 'a eve', 'b ana', 'a mallory', 'a eve', 'a eve'])
})

test('a process that is killed at its work rejects its picture alone', async () => {
  const decoders = decodersOf({ size: 1 })
  await decoders.check()
  const given = decoders.render(await slow())
  const rejected = expect(given).rejects.toMatchObject({ status: 413, message: expect.stringContaining('memory') })
  for (const pid of decoders.pids()) process.kill(pid, 'SIGSEGV')
  await rejected
  await decoders.render(await small())
})

describe.runIf(process.platform === 'linux')('the memory of a process', () => {
  const limitOf = async (pid: number) =>
    Number(/^Max data size +(\d+)/m.exec(await readFile(`/proc/${pid}/limits`, 'utf8'))?.[1])
  const dataOf = async (pid: number) =>
    1024 * Number(/^VmData:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
  const peakOf = async (pid: number) =>
    1024 * Number(/^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])

  test('is bound by the kernel, and none of the server’s environment is in it', async () => {
    const decoders = decodersOf()
    expect(await decoders.check()).toBe('prlimit')
    const [pid = 0] = decoders.pids()
    const room = (await limitOf(pid)) - (await dataOf(pid))
    expect(room).toBeGreaterThan(150 * MB)
    expect(room).toBeLessThan(210 * MB)
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/VITEST|HOME=/)
  })

  test('the worst picture is a clean error, and this process hardly grows', async () => {
    const decoders = decodersOf({ size: 1 })
    await decoders.check()
    const [pid = 0] = decoders.pids()
    const rest = await peakOf(pid)
    // A progressive JPEG of its largest size: all of its coefficients have to be there at once.
    const worst = await fileOf(
      await flat(8660, 5773).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    )
    const before = process.memoryUsage.rss()
    await expect(decoders.render(worst)).rejects.toMatchObject({
      status: 413,
      message: expect.stringContaining('memory'),
    })
    expect(process.memoryUsage.rss() - before).toBeLessThan(30 * MB)
    if (decoders.pids()[0] === pid) expect((await peakOf(pid)) - rest).toBeLessThan(210 * MB)
    await decoders.render(await small())
  })
})
