import { rgbaToThumbHash, thumbHashToRGBA } from 'thumbhash'
import { describe, expect, it } from 'vitest'
import { blurredPreview } from './blurred-preview.ts'

/** The thumbhash of a picture of 64 × 64 pixels. */
function hashOf(colourAt: (x: number, y: number) => number[]): Uint8Array {
  const rgba = Array.from({ length: 64 * 64 }, (_, n) => [...colourAt(n % 64, Math.floor(n / 64)), 255]).flat()
  return rgbaToThumbHash(64, 64, rgba)
}

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

/** The colours of a bitmap of 4 × 4 pixels, the highest row first. */
function readBitmap(url: string): number[][] {
  const bytes = Uint8Array.from(atob(url.slice('data:image/bmp;base64,'.length)), letter => letter.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  expect([bytes.length, view.getUint32(2, true), view.getInt32(18, true), view.getInt32(22, true)]).toEqual([
    102, 102, 4, 4,
  ])
  return Array.from({ length: 16 }, (_, n) => {
    const at = 54 + 3 * ((3 - Math.floor(n / 4)) * 4 + (n % 4))
    return [...bytes.slice(at, at + 3)].toReversed()
  })
}

/** What the library draws in 32 × 32, at the middle of each of our pixels. */
function drawnByLibrary(hash: Uint8Array): number[][] {
  const { w, rgba } = thumbHashToRGBA(hash)
  const partAt = (x: number, y: number, part: number) => rgba[4 * (y * w + x) + part] ?? 0
  return Array.from({ length: 16 }, (_, n) => {
    const [x, y] = [8 * (n % 4) + 3, 8 * Math.floor(n / 4) + 3]
    return [0, 1, 2].map(
      part => (partAt(x, y, part) + partAt(x + 1, y, part) + partAt(x, y + 1, part) + partAt(x + 1, y + 1, part)) / 4,
    )
  })
}

describe('a blurred preview', () => {
  it.each<[string, (x: number, y: number) => number[]]>([
    ['one colour', () => [30, 120, 200]],
    ['a phone on paper', (x, y) => (x > 20 && x < 42 && y > 8 && y < 58 ? [20, 20, 24] : [230, 220, 210])],
    ['red above green', (_, y) => (y < 32 ? [220, 30, 30] : [20, 160, 60])],
    ['a slope', (x, y) => [4 * x, 2 * (x + y), 4 * y]],
  ])('is what the library draws of the same thumbhash: %s', (_what, colourAt) => {
    const hash = hashOf(colourAt)
    const expected = drawnByLibrary(hash)
    const differences = readBitmap(blurredPreview(toBase64(hash))).map((colour, n) =>
      Math.max(...colour.map((value, part) => Math.abs(value - (expected[n]?.[part] ?? 0)))),
    )
    expect(Math.max(...differences)).toBeLessThan(8)
  })
})
