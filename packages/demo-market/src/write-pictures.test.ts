import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { categories } from './categories.ts'
import { categoryPicture } from './pictures.ts'
import { writePictures } from './write-pictures.ts'

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'second-ring-pictures-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'images')
}

const picture = categoryPicture(categories[0])

test('writes a picture and its renditions as square WebP files, and nothing else', async () => {
  const folder = await emptyFolder()
  expect((await writePictures([picture], folder)).size).toBe(1)
  const files = await readdir(folder)
  expect(files.toSorted()).toEqual(['-1280.webp', '-320.webp', '-640.webp', '.webp'].map(end => picture.name + end))
  for (const file of files) {
    const { format, width, height, hasAlpha } = await sharp(join(folder, file)).metadata()
    const side = Number(/-(\d+)\.webp$/.exec(file)?.[1] ?? 1280)
    expect({ file, format, width, height, hasAlpha }).toEqual({
      file,
      format: 'webp',
      width: side,
      height: side,
      hasAlpha: false,
    })
  }
})

test('what it draws is a phone on light paper: bright at the edge, dark somewhere in the middle', async () => {
  const folder = await emptyFolder()
  await writePictures([picture], folder)
  const image = sharp(join(folder, `${picture.name}-320.webp`))
  const edge = await sharp(await image.clone().extract({ left: 0, top: 0, width: 40, height: 40 }).toBuffer()).stats()
  const middle = await sharp(
    await image.clone().extract({ left: 80, top: 80, width: 160, height: 160 }).toBuffer(),
  ).stats()
  expect(edge.channels[1]?.mean).toBeGreaterThan(190)
  expect(middle.channels[1]?.min).toBeLessThan(40)
  expect(middle.channels[1]?.stdev).toBeGreaterThan(edge.channels[1]?.stdev ?? 0)
})

test('does not draw again what is there, and finishes what was left half done', async () => {
  const folder = await emptyFolder()
  const other = categoryPicture(categories[1])
  await writePictures([picture], folder)
  const whole = join(folder, `${picture.name}.webp`)
  await utimes(whole, 1, 1)
  // As a kill leaves it: some renditions, not the whole.
  await writeFile(join(folder, `${other.name}-320.webp`), 'half')
  expect((await writePictures([picture, other], folder)).size).toBe(1)
  expect((await stat(whole)).mtimeMs).toBe(1000)
  expect((await sharp(join(folder, `${other.name}-320.webp`)).metadata()).width).toBe(320)
  expect((await writePictures([picture, other], folder)).size).toBe(0)
})
