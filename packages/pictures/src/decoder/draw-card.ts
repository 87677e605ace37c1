import { longSide } from '../limits.ts'
import { cardFonts } from './card-fonts.ts'
import { loadSharp } from './load-sharp.ts'

/** What a picture for previews of links shows: texts as they are drawn. */
export type SocialCard = {
  name: string
  price: string
  condition: string
  /** A picture of the product's own making; null where there is none to be read. */
  picture: Uint8Array | null
}

/** The measures of Open Graph's large pictures, in pixels. */
const width = 1200
const height = 630
/** Where texts begin, and how wide they may get. */
const left = 690
const room = width - left - 60
/** Whole lines fit in there, of each size that names have. */
const nameBox = { top: 150, room: 244 }
const priceTop = 436

const colors = { paper: '#f5f8f6', ink: '#10201b', muted: '#51625b', accent: '#0b5d4d', soft: '#dff0e9' }

/** The site's own font, so that cards look the same everywhere. */
const fonts = {
  medium: { font: 'Inter Medium', fontfile: cardFonts[0] },
  bold: { font: 'Inter Bold', fontfile: cardFonts[1] },
}

/** The wordmark's rings, and a phone in outline where the picture stands when there is one. Nothing of it is anybody's text. */
const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">
  <rect width="${width}" height="${height}" fill="${colors.paper}"/>
  <rect width="${height}" height="${height}" fill="${colors.soft}"/>
  <g stroke="${colors.accent}" stroke-width="6" stroke-linecap="round">
    <rect x="215" y="135" width="200" height="360" rx="40" fill="${colors.paper}"/><path d="M285 455h60"/>
  </g>
  <g transform="translate(${left} 58) scale(2)">
    <circle cx="12" cy="12" r="9" stroke="${colors.accent}" stroke-width="4"/>
    <path d="M17.7 5.5A9 9 0 1 1 16.2 16.6" stroke="#f4b740" stroke-width="4" stroke-linecap="round"/>
  </g>
</svg>`

const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A text for Pango: no markup, and none of the signs that it does not take. */
export const plainText = (text: string, most: number): string => {
  const signs = [
    ...text
      .toWellFormed()
      .replaceAll(/[\p{Cc}\p{Cs}\p{Co}\p{Cn}\s]+/gu, ' ')
      .trim(),
  ]
  const cut =
    signs.length > most
      ? `${signs
          .slice(0, most - 1)
          .join('')
          .trimEnd()}…`
      : signs.join('')
  return cut.replaceAll(/[&<>]/g, sign => escaped[sign] ?? '')
}

const emptyPoint = { create: { width: 1, height: 1, channels: 4, background: '#0000' } } as const

type Line = { text: string; size: number; color: string; weight: keyof typeof fonts }

/** A text as a picture; a transparent point where there is nothing to see of it. */
const drawText = async ({ text, size, color, weight }: Line): Promise<{ data: Buffer; height: number }> => {
  const sharp = await loadSharp()
  const { font, fontfile } = fonts[weight]
  const markup = `<span foreground="${color}">${text}</span>`
  const drawn = sharp({
    text: { text: markup, font: `${font} ${size}`, fontfile, width: room, dpi: 72, rgba: true, wrap: 'word-char' },
  })
  const found = await drawn
    .png()
    .toBuffer({ resolveWithObject: true })
    .catch(error => {
      if (/no text to render/.test(String(error))) return null
      throw error
    })
  if (!found) return { data: await sharp(emptyPoint).png().toBuffer(), height: 1 }
  const { data, info } = found
  if (info.height <= nameBox.room && info.width <= room) return { data, height: info.height }
  // What is taller than its place ends with it.
  const extent = { left: 0, top: 0, width: Math.min(info.width, room), height: Math.min(info.height, nameBox.room) }
  return { data: await sharp(data).extract(extent).png().toBuffer(), height: extent.height }
}

const drawPhoto = async (picture: Uint8Array | null): Promise<Buffer | null> => {
  if (!picture) return null
  const sharp = await loadSharp()
  return sharp(picture, { pages: 1, limitInputPixels: longSide * longSide })
    .resize(height, height, { fit: 'cover' })
    .flatten({ background: colors.soft })
    .png({ compressionLevel: 0 })
    .toBuffer()
    .catch(() => null)
}

const nameSize = (name: string): number => (name.length <= 24 ? 60 : name.length <= 48 ? 50 : 40)
const priceSize = (price: string): number => (price.length <= 9 ? 72 : 48)

/** Draws the picture that previews of a link to a phone show, as JPEG. */
export const drawCard = async ({ name, price, condition, picture }: SocialCard): Promise<Uint8Array> => {
  const sharp = await loadSharp()
  const [title, cost] = [plainText(name, 90), plainText(price, 16)]
  const photo = await drawPhoto(picture)
  const mark = await drawText({ text: 'Second Ring', size: 34, color: colors.ink, weight: 'bold' })
  const heading = await drawText({ text: title, size: nameSize(title), color: colors.ink, weight: 'bold' })
  const amount = await drawText({ text: cost, size: priceSize(cost), color: colors.accent, weight: 'bold' })
  const state = await drawText({ text: plainText(condition, 24), size: 34, color: colors.muted, weight: 'medium' })
  return sharp(Buffer.from(backdrop))
    .composite([
      ...(photo ? [{ input: photo, left: 0, top: 0 }] : []),
      { input: mark.data, left: left + 84, top: 82 - Math.round(mark.height / 2) },
      { input: heading.data, left, top: nameBox.top },
      { input: amount.data, left, top: priceTop },
      { input: state.data, left, top: priceTop + amount.height + 24 },
    ])
    .jpeg({ quality: 84, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
