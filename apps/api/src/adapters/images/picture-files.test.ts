import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { afterEach, expect, it } from 'vitest'
import { bucketPictureFiles, sandboxPictureFiles } from './picture-files.ts'

const name = '5'.repeat(32)
const reference = `/images/${name}.webp`
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function hostAnswering(status: number, body = ''): Promise<string> {
  const server = createServer(({ method, url }, response) => {
    const isKnown = `${method} ${url}` === `GET ${reference}` || `${method} ${url}` === `PUT /stored/${name}.avif`
    response.writeHead(isKnown ? status : 405).end(body)
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('reads a picture of a bucket, whether it comes whole or as a stream; none that is not there', async () => {
  const stored: Record<string, Buffer | Readable> = {
    [`${name}.webp`]: Readable.from([Buffer.from('web'), Buffer.from('p')]),
  }
  const read = async (file: string) => (stored[file] ? { size: 4, body: stored[file] } : undefined)
  const files = bucketPictureFiles(async () => ({ read, remove: async () => {}, keepAvif: async () => {} }))
  expect(await files.read(reference)).toEqual(Buffer.from('webp'))
  stored[`${name}.webp`] = Buffer.from('webp')
  expect(await files.read(reference)).toEqual(Buffer.from('webp'))
  expect(await files.read(`/images/${'4'.repeat(32)}.webp`)).toBeNull()
})

it('reads a picture of the sandbox’s image host; none that is not there', async () => {
  expect(Buffer.from((await sandboxPictureFiles(await hostAnswering(200, 'webp')).read(reference)) ?? [])).toEqual(
    Buffer.from('webp'),
  )
  expect(await sandboxPictureFiles(await hostAnswering(404)).read(reference)).toBeNull()
})

it('draws AVIF renditions of a picture of a bucket, of none that is not there, and of none that is no picture', async () => {
  const stored: Record<string, Buffer> = { [`${name}.webp`]: await drawPicture(64, 48).webp().toBuffer() }
  const kept: string[] = []
  const files = bucketPictureFiles(async () => ({
    read: async file => stored[file] && { size: stored[file].length, body: stored[file] },
    remove: async () => {},
    keepAvif: async (of, renditions) => void kept.push(...renditions.map(({ width }) => `${of} ${width}`)),
  }))
  expect(await files.renderAvif(reference)).toMatch(/^[A-Za-z0-9+/]{32}$/)
  expect(kept).toEqual([320, 640, 1280].map(width => `${name} ${width}`))
  expect(await files.renderAvif(`/images/${'4'.repeat(32)}.webp`)).toBeNull()
  stored[`${name}.webp`] = Buffer.from('no picture')
  expect(await files.renderAvif(reference)).toBeNull()
})

it('has AVIF renditions drawn by the sandbox’s image host', async () => {
  const rendered = async (status: number, body?: string) =>
    sandboxPictureFiles(await hostAnswering(status, body)).renderAvif(reference)
  expect(await rendered(200, JSON.stringify({ data: { thumbhash: 'x' } }))).toBe('x')
  for (const status of [404, 400, 413]) expect(await rendered(status)).toBeNull()
  for (const status of [500, 503]) await expect(rendered(status)).rejects.toThrow(`with ${status}`)
})

it('fails when the image host does, or for what is no picture of it', async () => {
  const files = sandboxPictureFiles(await hostAnswering(500))
  await expect(files.read(reference)).rejects.toThrow('The image host answered a read with 500')
  await expect(files.read('https://elsewhere.example/a.jpg')).rejects.toThrow('is no picture of the product')
})
