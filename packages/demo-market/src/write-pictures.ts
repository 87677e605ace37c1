import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { lookOf } from '@second-ring/pictures/decoder/look-of'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { SIDE } from './drawing/studio.ts'
import type { Picture } from './pictures.ts'

const SMALLER = [640, 320]

/**
 * Renders pictures to WebP files of a folder, which is made when absent: `<name>.webp`, the same as `<name>-1280.webp`,
 * `<name>-640.webp` and `<name>-320.webp`. What is there already is not drawn again.
 * @returns how those look that were drawn, by name
 */
export async function writePictures(pictures: readonly Picture[], folder: string): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true })
  const present = await Promise.all(pictures.map(({ name }) => exists(join(folder, `${name}.webp`))))
  const absent = pictures.filter((_, index) => !present[index])
  // Several at a time, one thread each, keeps all processors busier than one at a time on many threads.
  sharp.concurrency(1)
  const queue = absent.values()
  const looks = new Map<string, string>()
  const worker = async () => {
    for (const picture of queue) looks.set(picture.name, await render(picture, folder))
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism() + 1, 8) }, worker))
  return looks
}

/** @returns how it looks */
async function render({ name, svg }: Picture, folder: string): Promise<string> {
  const whole = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const full = await encode(whole, { quality: 84, effort: 0 })
  // Each size from the next larger one.
  let larger: Pixels = whole
  for (const size of SMALLER) {
    larger = await opened(larger).resize(size).raw().toBuffer({ resolveWithObject: true })
    await put(folder, `${name}-${size}.webp`, await encode(larger, { quality: 84, effort: 2 }))
  }
  await put(folder, `${name}-${SIDE}.webp`, full)
  // Last, because its being there means that all of them are.
  await put(folder, `${name}.webp`, full)
  return lookOf(sharp, whole)
}

type Pixels = { data: Buffer; info: OutputInfo }

function opened({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

// The small ones are what pages show, so they get the better half of the time.
function encode(pixels: Pixels, options: { quality: number; effort: number }): Promise<Buffer> {
  return opened(pixels).webp(options).toBuffer()
}

async function put(folder: string, file: string, bytes: Buffer): Promise<void> {
  const path = join(folder, file)
  const aside = `${path}.${process.pid}.part`
  await writeFile(aside, bytes)
  await rename(aside, path)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
