import sharp, { type Sharp } from 'sharp'
import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'
import { expect, test } from 'vitest'
import { thumbhashOf } from './thumbhash-of.ts'

const hashOf = async (picture: Sharp) =>
  Buffer.from(await thumbhashOf(sharp, await picture.raw().toBuffer({ resolveWithObject: true })), 'base64')

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })

/** The colour of a thumbhash on the whole, of 255. */
const averageOf = (hash: Buffer) => {
  const { r, g, b } = thumbHashToAverageRGBA(hash)
  return [r, g, b].map(value => Math.round(value * 255))
}

const near = (values: number[]) =>
  values.map(value => expect.toSatisfy((other: number) => Math.abs(other - value) <= 6, `about ${value}`))

test('a thumbhash shows the square in the middle, whatever the shape of the picture', async () => {
  const middle = await flat(200, 200, '#c02020').png().toBuffer()
  const wide = await hashOf(flat(600, 200, '#2020c0').composite([{ input: middle, left: 200, top: 0 }]))
  expect(wide).toHaveLength(24)
  const { w, h } = thumbHashToRGBA(wide)
  expect([w, h]).toEqual([32, 32])
  expect(averageOf(wide)).toEqual(near([192, 32, 32]))
})

test('what is transparent is white, and grey is grey', async () => {
  expect(averageOf(await hashOf(flat(90, 60, '#0000')))).toEqual(near([255, 255, 255]))
  const grey = await hashOf(flat(90, 60, '#808080').removeAlpha().toColourspace('b-w'))
  expect(averageOf(grey)).toEqual(near([128, 128, 128]))
})
