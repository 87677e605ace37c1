import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { expect, it, onTestFinished } from 'vitest'

it('bundles what decodes pictures as a program of its own, which works beside the server', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'second-ring-build-'))
  onTestFinished(() => rm(out, { recursive: true }))
  await promisify(execFile)(process.execPath, ['build.ts', out], { cwd: import.meta.dirname })
  const file = path.join(out, 'picture.png')
  await writeFile(file, await drawPicture(64, 48).png().toBuffer())
  const decoder = fork(path.join(out, 'decoder-process.js'), {
    serialization: 'advanced',
    execArgv: [],
    env: process.env,
  })
  onTestFinished(() => void decoder.kill())
  expect(await once(decoder, 'message')).toMatchObject([{ ready: expect.any(String) }, undefined])
  decoder.send(file)
  expect(await once(decoder, 'message')).toMatchObject([{ picture: { base: expect.any(Uint8Array) } }, undefined])
  decoder.send({ card: { name: 'Pixel 9', price: '$489', condition: 'Good', picture: null } })
  expect(await once(decoder, 'message')).toMatchObject([{ card: expect.any(Uint8Array) }, undefined])
}, 60_000)
