import { lookOf } from '@second-ring/pictures/decoder/look-of'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { marketAt } from './market.ts'

/** As many bits as two looks may differ in and still be of one picture (apps/api, `listings/check-pictures.ts`). */
const ALIKE_MAX = 14
/** Draws at a quarter of the size, which takes a tenth of the time and looks the same. */
const density = 18

test('no two pictures of the demo market look alike, so that none is flagged as a copy', {
  timeout: 120_000,
}, async () => {
  const looks: { name: string; look: string }[] = []
  for (const { name, svg } of marketAt(new Date()).pictures) {
    const pixels = sharp(Buffer.from(svg), { density }).removeAlpha().raw()
    looks.push({ name, look: await lookOf(sharp, await pixels.toBuffer({ resolveWithObject: true })) })
  }
  const distances = looks.flatMap(({ look }, index) =>
    looks.slice(0, index).map(other => [...look].filter((bit, n) => bit !== other.look[n]).length),
  )
  expect(Math.min(...distances)).toBeGreaterThan(ALIKE_MAX)
})
