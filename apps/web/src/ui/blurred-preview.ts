/** Pixels a side: a multiple of four, so that the rows of a bitmap need no padding. */
const SIDE = 4

/** The head of a bitmap of so many pixels, of 24 bits, the lowest row first. */
const HEAD = 'Qk1mAAAAAAAAADYAAAAoAAAABAAAAAQAAAABABgAAAAAADAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** Of each wave, by how many halves of it a side has: how high it is at each pixel. */
const waves = Array.from({ length: 7 }, (_, halves) =>
  Array.from({ length: SIDE }, (_, at) => Math.cos((Math.PI / SIDE) * (at + 0.5) * halves)),
)
const upwards = waves.map(wave => wave.toReversed())

/**
 * The data URL of a small picture, from a thumbhash in base64 that is square and opaque, as the product's are. It decodes as
 * `thumbhash` 0.1 does, which draws 64 times as many pixels: too slow, and too long, for each picture of a page.
 */
export function blurredPreview(thumbhash: string): string {
  const hash = atob(thumbhash)
  const byte = (at: number) => hash.charCodeAt(at)
  const means = byte(0) | (byte(1) << 8) | (byte(2) << 16)
  const scales = byte(3) | (byte(4) << 8)
  let nibble = 10
  /** A channel: its value at each pixel, the lowest row first. */
  function channel(order: number, mean: number, scale: number): Float64Array {
    const values = new Float64Array(SIDE * SIDE).fill(mean)
    for (let y = 0; y < order; y++) {
      for (let x = y ? 0 : 1; x < order - y; x++, nibble++) {
        const weight = 2 * scale * (((byte(nibble >> 1) >> (4 * (nibble & 1))) & 15) / 7.5 - 1)
        let place = 0
        for (const high of upwards[y] ?? []) {
          for (const wide of waves[x] ?? []) {
            values[place] = (values[place] ?? 0) + weight * high * wide
            place += 1
          }
        }
      }
    }
    return values
  }
  const light = channel(7, (means & 63) / 63, ((means >> 18) & 31) / 31)
  const yellow = channel(3, ((means >> 6) & 63) / 31.5 - 1, ((scales >> 3) & 63) / 50.4)
  const red = channel(3, ((means >> 12) & 63) / 31.5 - 1, ((scales >> 9) & 63) / 50.4)
  let pixels = ''
  light.forEach((l, place) => {
    const b = l - (2 / 3) * (yellow[place] ?? 0)
    const q = red[place] ?? 0
    const r = (3 * l - b + q) / 2
    for (const value of [b, r - q, r]) pixels += String.fromCharCode(255 * Math.max(0, Math.min(1, value)))
  })
  return `data:image/bmp;base64,${HEAD}${btoa(pixels)}`
}
