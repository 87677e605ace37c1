import sharp from 'sharp'

/** What costs most to decode for its bytes, within the bounds and beyond them. */
export async function worstPictures(): Promise<Buffer[]> {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#345' }, limitInputPixels: false })
  return Promise.all([
    flat(7900, 5050).avif({ effort: 0 }).toBuffer(),
    flat(2990, 2000).avif({ effort: 0 }).toBuffer(),
    flat(5900, 4200).jpeg({ progressive: true }).toBuffer(),
    flat(8000, 6200).jpeg({ progressive: true }).toBuffer(),
    flat(4990, 4990).png({ compressionLevel: 9 }).toBuffer(),
    flat(4990, 4990).gif({ effort: 1 }).toBuffer(),
    flat(16_000, 1500).webp({ effort: 0 }).toBuffer(),
    flat(1, 60_000).png({ compressionLevel: 9 }).toBuffer(),
  ])
}

/** One that costs next to nothing. */
export function smallPicture(): Promise<Buffer> {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
}
