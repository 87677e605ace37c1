import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureProblem } from './picture-problem.ts'
import { uploadPicture } from './upload-picture.ts'

describe('pictureProblem', () => {
  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])('takes %s', type => {
    expect(pictureProblem({ type, size: 1000 })).toBeUndefined()
  })

  it.each([
    ['image/svg+xml', 10, 'Choose a JPEG, PNG, WebP or AVIF picture'],
    ['image/heic', 10, 'Choose a JPEG, PNG, WebP or AVIF picture'],
    ['application/pdf', 10, 'Choose a JPEG, PNG, WebP or AVIF picture'],
    ['image/png', 50 * 1024 * 1024 + 1, 'Choose a picture of at most 50 MB'],
    ['image/png', 0, 'This file is empty'],
  ])('refuses %s of %d bytes', (type, size, message) => {
    expect(pictureProblem({ type, size })).toBe(message)
  })
})

describe('uploadPicture', () => {
  let server: Server
  let uploadUrl = ''
  let answer: { status: number; body: string }
  let received = ''

  beforeAll(async () => {
    server = createServer((request, response) => {
      received = ''
      request.on('data', chunk => {
        received += chunk
      })
      request.on('end', () => {
        // A request whose upload is watched is asked about first.
        response.writeHead(request.method === 'OPTIONS' ? 204 : answer.status, {
          'access-control-allow-origin': '*',
          'content-type': 'application/json',
        })
        response.end(answer.body)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    uploadUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload?key=k`
  })
  afterAll(() => new Promise(resolve => server.close(resolve)))

  const send = (signal = new AbortController().signal) =>
    uploadPicture(new File(['pixels'], 'p.png', { type: 'image/png' }), {
      uploadUrl,
      onProgress: () => undefined,
      signal,
    })

  it('gives the address on the success flag', async () => {
    answer = { status: 200, body: JSON.stringify({ success: true, status: 200, data: { url: '/images/a.webp' } }) }
    expect(await send()).toBe('/images/a.webp')
    expect(received).toContain('name="image"; filename="p.png"')
  })

  it.each([
    [{ success: false, status: 415, error: { message: 'This is not an image' } }, 'This is not an image'],
    [{ success: true, data: {} }, 'Request failed with status code 200'],
    [{ success: 'true', data: { url: '/images/a.webp' } }, 'Request failed with status code 200'],
  ])('rejects without it: %j', async (body, message) => {
    answer = { status: 200, body: JSON.stringify(body) }
    await expect(send()).rejects.toThrow(message)
  })

  it('rejects what is no JSON', async () => {
    answer = { status: 502, body: '<html>' }
    await expect(send()).rejects.toThrow('Request failed with status code 502')
  })

  it('stops with its signal, before and after it has begun', async () => {
    answer = { status: 200, body: '{}' }
    await expect(send(AbortSignal.abort(new Error('Left')))).rejects.toThrow('Left')
    const leaving = new AbortController()
    const stopped = expect(send(leaving.signal)).rejects.toThrow('The upload was stopped')
    leaving.abort()
    await stopped
  })
})
