import type { Platform } from '#platform/platform.ts'
import { ownRecords } from './own-records.ts'

/** The most that the pictures of one export are together, in bytes. */
const PICTURES_MAX_BYTES = 100 * 1024 * 1024

interface File {
  name: string
  input: string | Uint8Array
  lastModified: Date
}

/**
 * The files of one user's export, one at a time: a JSON file of each kind of record, the pictures that they have uploaded or
 * show on their posts, and a list of the pictures, which says of each that is left out why.
 */
export async function* ownFiles(platform: Platform, userId: string): AsyncGenerator<File, void, void> {
  const { database, clock, pictureFiles } = platform
  const lastModified = clock.now()
  const toJson = (name: string, records: unknown): File => ({
    name: `${name}.json`,
    input: `${JSON.stringify(records, null, 2)}\n`,
    lastModified,
  })
  for await (const [name, records] of ownRecords(database, userId)) yield toJson(name, records)
  const pictures: { picture: string; file: string | null; why?: string }[] = []
  let total = 0
  for (const reference of await ownPictures(platform, userId)) {
    const leaveOut = (why: string) => pictures.push({ picture: reference, file: null, why })
    if (!pictureFiles || !isOwn(reference)) leaveOut('It is stored at another image host, at this address.')
    else if (total >= PICTURES_MAX_BYTES) leaveOut('The file would be too large. Open it on the site.')
    else {
      const input = await pictureFiles.read(reference)
      if (input === null) leaveOut('It is not stored any more.')
      else {
        const name = `pictures/${reference.slice('/images/'.length)}`
        total += input.length
        pictures.push({ picture: reference, file: name })
        yield { name, input, lastModified }
      }
    }
  }
  yield toJson('pictures', pictures)
}

/** Whether the product's own image host has it. */
function isOwn(reference: string): boolean {
  return /^\/images\/[0-9a-f]{32}\.webp$/.test(reference)
}

/** What they have uploaded, and what their posts show, which nobody else may have uploaded. */
async function ownPictures({ database }: Platform, userId: string): Promise<string[]> {
  const uploads = await database.upload.findMany({ where: { userId }, select: { reference: true } })
  const posts = await database.listing.findMany({ where: { sellerId: userId }, select: { images: true } })
  return [...new Set([...posts.flatMap(({ images }) => images), ...uploads.map(({ reference }) => reference)])]
}
