import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from '../testing/draw-pictures.ts'
import { lookOf } from './look-of.ts'

const look = async (picture: Buffer) => lookOf(sharp, await sharp(picture).raw().toBuffer({ resolveWithObject: true }))
const distance = (one: string, other: string) => [...one].filter((bit, n) => bit !== other[n]).length

const [width, height] = [1200, 900]
const original = await drawPicture(width, height).webp({ quality: 82 }).toBuffer()

test.each([
  ['saved again', (picture: Buffer) => sharp(picture).webp({ quality: 82 })],
  ['as a JPEG of quality 60', (picture: Buffer) => sharp(picture).jpeg({ quality: 60 })],
  ['of half its size', (picture: Buffer) => sharp(picture).resize(width / 2)],
  ['cut by 2 %', (picture: Buffer) => sharp(picture).extract({ left: 12, top: 9, width: 1176, height: 882 })],
  ['with a transparent layer', (picture: Buffer) => sharp(picture).ensureAlpha(1).png()],
])('a picture %s looks alike', async (_how, change) => {
  expect(distance(await look(original), await look(await change(original).toBuffer()))).toBeLessThanOrEqual(14)
})

test('another picture does not', async () => {
  const turned = await sharp(original).flop().toBuffer()
  expect(distance(await look(original), await look(turned))).toBeGreaterThan(30)
})

test('a look has 256 digits, and a blank picture’s are all 0', async () => {
  const blank = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fed' } })
    .png()
    .toBuffer()
  expect([await look(original), await look(blank)]).toEqual([expect.stringMatching(/^[01]{256}$/), '0'.repeat(256)])
})
