import type { OutputInfo, Sharp } from 'sharp'

type Pixels = { data: Buffer; info: Pick<OutputInfo, 'width' | 'height' | 'channels'> }
type Load = (data: Buffer, options: { raw: Pixels['info'] }) => Sharp

const WHITE = '#fff'
/** By how much the next place has to be brighter: less is noise, of which even paper is full. */
const STEP = 2

const lightness = (r: number, g: number, b: number) => 0.299 * r + 0.587 * g + 0.114 * b
const blueness = (r: number, g: number, b: number) => -0.169 * r - 0.331 * g + 0.5 * b
const redness = (r: number, g: number, b: number) => 0.5 * r - 0.419 * g - 0.081 * b

/** Whether each place has less of a value than the one so many places after it, row by row, 8 of 8. */
const differences = (rgb: Buffer, of: typeof lightness, next: { width: number; after: number }): number[] => {
  const at = (place: number) => of(rgb[3 * place] ?? 0, rgb[3 * place + 1] ?? 0, rgb[3 * place + 2] ?? 0)
  return Array.from({ length: 64 }, (_, n) => {
    const place = Math.floor(n / 8) * next.width + (n % 8)
    return at(place) + STEP < at(place + next.after) ? 1 : 0
  })
}

/**
 * How a picture looks, as 256 digits 0 and 1: difference hashes (dHash, by Neal Krawetz, hackerfactor.com, 2013) of its
 * lightness, to the right and downwards, and of its blueness and its redness. Pictures that look alike differ in few of them,
 * however they were saved; `docs/decisions/051` says in how many.
 * @param load sharp
 */
export const lookOf = async (load: Load, { data, info: { width, height, channels } }: Pixels): Promise<string> => {
  const reduced = await load(data, { raw: { width, height, channels } })
    .flatten({ background: WHITE })
    .resize(256, 256, { fit: 'fill', kernel: 'mitchell' })
    .raw()
    .toBuffer()
  const shrink = (to: { width: number; height: number }) =>
    load(reduced, { raw: { width: 256, height: 256, channels: 3 } })
      .resize({ ...to, fit: 'fill' })
      .raw()
      .toBuffer()
  const [wide, high] = [await shrink({ width: 9, height: 8 }), await shrink({ width: 8, height: 9 })]
  const [right, down] = [
    { width: 9, after: 1 },
    { width: 8, after: 8 },
  ]
  return [
    ...differences(wide, lightness, right),
    ...differences(high, lightness, down),
    ...differences(wide, blueness, right),
    ...differences(wide, redness, right),
  ].join('')
}
