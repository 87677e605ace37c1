import { deflateSync } from 'node:zlib'
import { drawPhonePhoto, drawPicture } from '@second-ring/pictures/testing/draw-pictures'
import { createMarket, type Market } from '@second-ring/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pngOf } from '../forge/png.ts'
import type { Answer } from '../wire/answer.ts'
import { attackOn } from '../wire/attack-on.ts'
import { rawRequest } from '../wire/raw-request.ts'
import { bucketHost, sandboxHost, type UploadHost } from './upload-hosts.ts'

const MEGABYTE = 1024 * 1024
const UPLOAD = '/1/upload?key=demo'

const hosts: Record<string, (market: Market) => Promise<UploadHost>> = {
  'the sandbox’s image host': sandboxHost,
  'the API on a bucket': bucketHost,
}

function formOf(bytes: string | Buffer, name = 'phone.png', type = 'image/png'): FormData {
  const form = new FormData()
  form.set('image', new File([bytes], name, { type }))
  return form
}

const smallPng = () => drawPicture(64, 64).png().toBuffer()

describe.each(Object.keys(hosts))('at %s', name => {
  let market: Market
  let host: UploadHost
  let attack: ReturnType<typeof attackOn>
  beforeAll(async () => {
    market = await createMarket({ webhooks: false, takesPictures: true })
    const open = hosts[name]
    if (!open) throw new Error(`There is no ${name}`)
    host = await open(market)
    attack = attackOn({ ...market, url: host.url })
  })
  afterAll(async () => {
    await host?.close()
    await market?.close()
  })

  const upload = (form: FormData): Promise<Answer> => attack.send('POST', UPLOAD, { raw: form })

  /** Expects an error in the image host's own form, without an address. */
  async function refused(form: FormData, ...statuses: number[]): Promise<void> {
    const { status, text, body } = await upload(form)
    expect(statuses, text).toContain(status)
    expect(body).toMatchObject({ success: false, status, error: { message: expect.stringMatching(/^[A-Z].*\.$/) } })
    expect(text).not.toContain('/images/')
  }

  /** The paths of a picture and of its smaller ones. */
  async function kept(form: FormData): Promise<string[]> {
    const { status, text, body } = await upload(form)
    expect(status, text).toBe(200)
    const { data } = body as { data: { url: string } }
    expect(data.url).toMatch(/^http:\/\/localhost\/images\/[\da-f]{32}\.webp$/)
    const { pathname } = new URL(data.url)
    return [pathname, ...[320, 640, 1280].map(width => pathname.replace('.webp', `-${width}.webp`))]
  }

  async function served(path: string): Promise<{ headers: Headers; bytes: Buffer }> {
    const response = await fetch(new URL(path, host.url))
    expect(response.status).toBe(200)
    return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }

  describe('what is no picture', () => {
    it.each([
      [
        'an SVG with a script',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'a.svg',
        'image/svg+xml',
      ],
      [
        'an SVG that calls itself a PNG',
        '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
        'a.png',
        'image/png',
      ],
      [
        'an SVG that reads files',
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
        'a.svg',
        'image/svg+xml',
      ],
      ['HTML that calls itself a PNG', '<!doctype html><script>alert(1)</script>', 'a.png', 'image/png'],
      ['a PDF', '%PDF-1.7\n1 0 obj << /S /JavaScript /JS (app.alert(1)) >>', 'a.pdf', 'application/pdf'],
      ['an archive', 'PK\u0003\u0004', 'a.png', 'image/png'],
      ['a program', '\u007fELF', 'a.jpg', 'image/jpeg'],
      ['a PostScript', '%!PS-Adobe-3.0', 'a.jpg', 'image/jpeg'],
      ['a script', '#!/bin/sh\nid', 'a.gif', 'image/gif'],
      ['an empty file', '', 'a.png', 'image/png'],
      ['one byte', 'x', 'a.png', 'image/png'],
      ['the first bytes of a PNG', '\u0089PNG\r\n\u001a\n', 'a.png', 'image/png'],
      ['the first bytes of a GIF', 'GIF89a', 'a.gif', 'image/gif'],
    ])('A71 is refused: %s', async (_what, text, name, type) => {
      await refused(formOf(Buffer.from(text, 'latin1'), name, type), 400, 415)
    })
  })

  describe('a picture that is something else besides', () => {
    const script = '*/=1;alert(document.domain)//<script>alert(1)</script><?php system($_GET[0]);'

    it.each(['gif', 'png', 'jpeg', 'webp'] as const)(
      'A72 is drawn anew, and served as a picture only: a %s',
      async format => {
        const plain = await drawPicture(64, 64).toFormat(format).toBuffer()
        const paths = await kept(formOf(Buffer.concat([plain, Buffer.from(script)]), 'evil.html', 'text/html'))
        for (const path of paths) {
          const { headers, bytes } = await served(path)
          expect(headers.get('content-type')).toBe('image/webp')
          expect(headers.get('x-content-type-options')).toBe('nosniff')
          expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
          expect(bytes.toString('latin1')).not.toMatch(/alert|script|php/)
          expect((await sharp(bytes).metadata()).format).toBe('webp')
        }
      },
    )

    it('A72 with a script in its own comment loses it', async () => {
      const gif = await drawPicture(64, 64).gif().toBuffer()
      expect(gif.toString('latin1', 0, 6)).toBe('GIF89a')
      // Behind the screen's description and the table of colours, whose size the description tells.
      const flags = gif[10] ?? 0
      const start = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
      const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), Buffer.from(script), Buffer.from([0])])
      const polyglot = Buffer.concat([gif.subarray(0, start), comment, gif.subarray(start)])
      for (const path of await kept(formOf(polyglot, 'x.js', 'application/javascript'))) {
        const { headers, bytes } = await served(path)
        expect(headers.get('content-type')).toBe('image/webp')
        expect(bytes.toString('latin1')).not.toContain('alert')
      }
    })
  })

  describe('a picture that costs too much', () => {
    it('A73 of 30,000 by 30,000 pixels in less than 1 MB is refused, and memory stays as it was', async () => {
      const side = 30_000
      const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 })
      const bomb = pngOf({ width: side, height: side, bitDepth: 1, data: rows })
      expect(bomb.length).toBeLessThan(MEGABYTE)
      await refused(formOf(bomb), 400, 413)
      const before = await host.memory()
      for (let n = 0; n < 10; n += 1) await refused(formOf(bomb), 400, 413)
      // Decoded, each of them would be 900 MB.
      expect((await host.memory()) - before).toBeLessThan(300 * MEGABYTE)
    })

    it.each([
      [
        'that claims to be huge',
        () => pngOf({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, bitDepth: 8, data: deflateSync(Buffer.alloc(100)) }),
      ],
      ['of no width', () => pngOf({ width: 0, height: 100, bitDepth: 8, data: deflateSync(Buffer.alloc(100)) })],
      [
        'that inflates without an end',
        () => pngOf({ width: 64, height: 64, bitDepth: 8, data: deflateSync(Buffer.alloc(50 * MEGABYTE)) }),
      ],
    ])('A73 %s is refused or made small', async (_what, make) => {
      const { status, text } = await upload(formOf(make()))
      expect([200, 400, 413, 415], text).toContain(status)
    })

    it('A73 that is cut off is refused', async () => {
      const jpeg = await drawPicture(640, 480).jpeg().toBuffer()
      for (const part of [0.1, 0.5, 0.9]) {
        await refused(formOf(jpeg.subarray(0, Math.floor(jpeg.length * part)), 'a.jpg', 'image/jpeg'), 400)
      }
    })

    it('A73 of 11 MB is refused', async () => {
      const padded = Buffer.concat([await smallPng(), Buffer.alloc(11 * MEGABYTE)])
      const { status } = await upload(formOf(padded))
      expect(status).toBe(413)
    })
  })

  describe('the name of a file', () => {
    it.each([
      '../../x.png',
      '/etc/passwd',
      '..\\..\\x.png',
      'x.php',
      'x.png\u0000.html',
      `${'x'.repeat(5000)}.png`,
      'CON',
      '.htaccess',
      '"; filename="y.html',
      '$(id).png',
    ])('A74 is the server’s to choose: %s', async name => {
      const paths = await kept(formOf(await smallPng(), name))
      for (const path of paths) expect(path).toMatch(/^\/images\/[\da-f]{32}(-\d+)?\.webp$/)
    })

    it('A74 tells nothing of another upload: the same picture has the same name, whoever sends it', async () => {
      const png = await smallPng()
      expect(await kept(formOf(png, 'one.png'))).toEqual(await kept(formOf(png, '../two.png')))
    })
  })

  describe('an upload', () => {
    it('A75 without a picture, or with two, is refused', async () => {
      await refused(new FormData(), 400)
      const text = new FormData()
      text.set('image', 'x')
      await refused(text, 400)
      const other = new FormData()
      other.set('file', new File([await smallPng()], 'a.png'))
      await refused(other, 400)
      const two = formOf(await smallPng())
      two.append('image', new File([await smallPng()], 'b.png'))
      await refused(two, 400)
    })

    it('A75 with 1,000 fields is refused', async () => {
      const many = new FormData()
      for (let n = 0; n < 1000; n += 1) many.set(`field-${n}`, 'x')
      many.set('image', new File([await smallPng()], 'a.png'))
      await refused(many, 400, 413)
    })

    it('A75 with the wrong key, or none, is refused', async () => {
      for (const path of [
        '/1/upload',
        '/1/upload?key=',
        '/1/upload?key=other',
        '/1/upload?key[]=demo',
        '/1/upload?key=demo&key=x',
      ]) {
        const answer = await attack.send('POST', path, { raw: formOf(await smallPng()) })
        expect(answer.status, path).toBe(400)
      }
    })

    it.each([
      [
        'is no form',
        'POST /1/upload?key=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: image/png\r\nContent-Length: 3\r\n\r\nabc',
      ],
      [
        'is JSON',
        'POST /1/upload?key=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      ],
      [
        'has no boundary',
        'POST /1/upload?key=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc',
      ],
      [
        'has no parts',
        'POST /1/upload?key=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\n\r\nabc',
      ],
      [
        'ends in a header',
        `POST /1/upload?key=demo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 30\r\n\r\n--x\r\nContent-Disposition: form`,
      ],
    ])('A75 that %s is refused', async (_what, bytes) => {
      const answer = await rawRequest(host.url, bytes)
      expect([400, 415], answer?.text).toContain(answer?.status)
    })

    it('A75 with a part that never ends runs out of time, and others are served', async () => {
      const impatient = await host.impatient()
      try {
        const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n\u0089PNG'
        const start = `POST ${UPLOAD} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n`
        const endless = rawRequest(impatient.url, `${start}${part}`)
        const meanwhile = await attackOn({ ...market, url: impatient.url }).send('POST', UPLOAD, {
          raw: formOf(await smallPng()),
        })
        expect(meanwhile.status, meanwhile.text).toBe(200)
        const answer = await endless
        expect(answer === null || [400, 408].includes(answer.status), answer?.text).toBe(true)
      } finally {
        await impatient.close()
      }
    })

    it('A77 with where it was taken loses it in every size', async () => {
      const photo = await drawPhonePhoto(1600, 1200)
      expect((await sharp(photo).metadata()).exif).toBeDefined()
      expect(photo.toString('latin1')).toContain('Second Ring Camera')
      for (const path of await kept(formOf(photo, 'a.jpg', 'image/jpeg'))) {
        const { bytes } = await served(path)
        const { exif, xmp, iptc } = await sharp(bytes).metadata()
        expect({ exif, xmp, iptc }).toEqual({ exif: undefined, xmp: undefined, iptc: undefined })
        expect(bytes.toString('latin1')).not.toMatch(/EXIF|GPS|Second Ring Camera/)
      }
    })
  })
})
