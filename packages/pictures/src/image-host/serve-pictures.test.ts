import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { temporaryFolder } from '@second-ring/server-process/testing/temporary-folder'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawPicture } from '../testing/draw-pictures.ts'
import { startImageHost } from './start-image-host.ts'

const start = async () => {
  const folder = await temporaryFolder()
  const dataDir = path.join(folder, 'images')
  await mkdir(dataDir)
  const server = await startImageHost({ dataDir, key: 'sandbox' })
  onTestFinished(() => server.stop())
  return { ...server, dataDir, folder }
}

const name = `${'0123456789abcdef'.repeat(2)}.webp`

/** Asks for a path as it is written: fetch would tidy `..` away. */
const ask = (url: string, requestPath: string): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    request({ port: new URL(url).port, path: requestPath }, response => {
      let body = ''
      response.on('data', chunk => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
      .on('error', reject)
      .end()
  })

test('serves a picture to be kept for ever, and says that it has not changed', async () => {
  const { url, dataDir } = await start()
  await writeFile(path.join(dataDir, name), 'picture')
  const response = await fetch(`${url}/images/${name}`)
  expect(await response.text()).toBe('picture')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '7',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    etag: `"${name}"`,
  })
  const again = await fetch(`${url}/images/${name}`, { headers: { 'if-none-match': `W/"x", "${name}"` } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const head = await fetch(`${url}/images/${name}`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '7'])
})

test('has nothing but pictures, whatever the path', async () => {
  const { url, dataDir, folder } = await start()
  await writeFile(path.join(folder, 'secret.webp'), 'secret')
  await writeFile(path.join(dataDir, 'secret.webp'), 'secret')
  await writeFile(path.join(dataDir, '.incoming', name), 'secret')
  for (const wanted of [
    '/images/secret.webp',
    '/images/../secret.webp',
    '/images/..%2fsecret.webp',
    '/images/%2e%2e/secret.webp',
    `/images/.incoming%2f${name}`,
    `/images/.incoming/${name}`,
    `/images/${name}`,
    `/images/${name}%00.webp`,
    `/images/${name.toUpperCase()}`,
    '/images/',
    '/',
    `/images/${'a'.repeat(5000)}`,
  ]) {
    const { status, body } = await ask(url, wanted)
    expect([wanted, status >= 400 && status < 500, JSON.parse(body).success]).toEqual([wanted, true, false])
  }
})

test('a damaged address is refused in the same form', async () => {
  const { url } = await start()
  const { status, body } = await ask(url, '/images/%E0%A4%A')
  expect(JSON.parse(body)).toEqual({ success: false, status, error: { message: expect.any(String) } })
  expect(status).toBe(400)
})

test('deletes a picture with its renditions, as often as it is asked, and nothing else; no page of a browser may ask', async () => {
  const { url, dataDir } = await start()
  const stem = name.replace('.webp', '')
  const smaller = [320, 640, 1280].flatMap(width => [`${stem}-${width}.webp`, `${stem}-${width}.avif`])
  for (const file of [name, ...smaller]) await writeFile(path.join(dataDir, file), 'picture')
  const remove = (at: string) => fetch(`${url}${at}`, { method: 'DELETE' })
  for (const at of [`/images/${name}`, `/stored/${stem}-320.webp`, '/stored/x', '/stored/..%2fx', '/stored/']) {
    expect((await remove(at)).status, at).toBe(404)
  }
  expect(await readdir(dataDir)).toHaveLength(8)
  for (const _ of ['once', 'again']) expect((await remove(`/stored/${name}`)).status).toBe(204)
  expect(await readdir(dataDir)).toEqual(['.incoming'])
  const asked = await fetch(`${url}/stored/${name}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'DELETE' },
  })
  expect(asked.headers.get('access-control-allow-methods')).not.toContain('DELETE')
})

test('draws AVIF renditions of a stored picture, and tells its thumbhash; no page of a browser may ask', async () => {
  const { url, dataDir } = await start()
  const stem = name.replace('.webp', '')
  await drawPicture(800, 600).webp().toFile(path.join(dataDir, name))
  const draw = (at: string) => fetch(`${url}/stored/${at}`, { method: 'PUT' })
  for (const _ of ['once', 'again']) {
    const response = await draw(`${stem}.avif`)
    expect(await response.json()).toEqual({
      success: true,
      status: 200,
      data: { thumbhash: expect.stringMatching(/^[A-Za-z0-9+/]{32}$/) },
    })
  }
  for (const [width, shown] of [
    [320, 320],
    [640, 640],
    [1280, 800],
  ]) {
    const response = await fetch(`${url}/images/${stem}-${width}.avif`)
    expect(response.headers.get('content-type')).toBe('image/avif')
    const { compression, width: own } = await sharp(await response.bytes()).metadata()
    expect([compression, own]).toEqual(['av1', shown])
  }
  expect((await fetch(`${url}/images/${stem}.avif`)).status).toBe(404)
  for (const at of [`${'0'.repeat(32)}.avif`, name, 'x', '']) expect((await draw(at)).status, at).toBe(404)
  await writeFile(path.join(dataDir, `${'1'.repeat(32)}.webp`), 'no picture')
  expect((await draw(`${'1'.repeat(32)}.avif`)).status).toBe(400)
  const asked = await fetch(`${url}/stored/${stem}.avif`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.test', 'access-control-request-method': 'PUT' },
  })
  expect(asked.headers.get('access-control-allow-methods')).not.toContain('PUT')
})
