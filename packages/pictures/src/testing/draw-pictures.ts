import sharp, { type Sharp } from 'sharp'

/** A picture with enough going on in it that it compresses like a photograph, not like a flat colour. */
export const drawPicture = (width: number, height: number): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
        <defs><linearGradient id="g"><stop offset="0" stop-color="#234"/><stop offset="1" stop-color="#fb7"/></linearGradient></defs>
        <rect width="100%" height="100%" fill="url(#g)"/><circle cx="30%" cy="40%" r="20%" fill="#2a9"/>
        <text x="10%" y="80%" font-size="${Math.ceil(height / 8)}">Second Ring</text></svg>`,
    ),
  )

/** A photograph as a phone takes it: lying on its side with a note on which way is up, and with the place where it was. */
export const drawPhonePhoto = (width: number, height: number): Promise<Buffer> =>
  drawPicture(width, height)
    .jpeg({ quality: 90 })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Second Ring Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .toBuffer()
