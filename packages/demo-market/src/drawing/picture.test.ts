import sharp from 'sharp'
import { expect, test } from 'vitest'
import { marketAt } from '../market.ts'
import { type DesignName, designs } from './designs.ts'
import { finishes } from './finishes.ts'
import { drawPicture, type Shot } from './picture.ts'

const shots: Shot[] = ['crossed', 'turned', 'slanted', 'shelf', 'family', 'closeUp', 'back']
const subject = { design: designs.iphonePro, finish: finishes.ocean, wear: 'GOOD', seed: 'one' } as const

test.for(Object.keys(designs) as DesignName[])('%s can be drawn in every shot', async name => {
  for (const shot of shots) {
    const svg = drawPicture({ ...subject, design: designs[name], wear: 'FAIR', cracked: true }, shot, 'pearl')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    const { channels, isOpaque } = await sharp(await sharp(Buffer.from(svg)).resize(64).png().toBuffer()).stats()
    expect({ shot, isOpaque }).toEqual({ shot, isOpaque: true })
    for (const { stdev } of channels.slice(0, 3)) expect(stdev).toBeGreaterThan(15)
  }
})

test('the same phone is drawn the same, another seed another way', () => {
  const drawn = drawPicture(subject, 'crossed', 'pearl')
  expect(drawPicture({ ...subject }, 'crossed', 'pearl')).toBe(drawn)
  expect(drawPicture({ ...subject, seed: 'two' }, 'crossed', 'pearl')).not.toBe(drawn)
})

test('wear leaves more marks the worse it is, and a crack only where there is one', () => {
  const lines = (wear: 'EXCELLENT' | 'GOOD' | 'FAIR', cracked = false) =>
    drawPicture({ ...subject, wear, cracked }, 'crossed', 'pearl').split('<path').length
  expect(lines('GOOD')).toBeGreaterThan(lines('EXCELLENT'))
  expect(lines('FAIR')).toBeGreaterThan(lines('GOOD'))
  expect(lines('FAIR', true)).toBe(lines('FAIR') + 2)
})

test('no drawing needs a font, a file or the network', () => {
  for (const { svg } of marketAt(new Date(0)).pictures) expect(svg).not.toMatch(/<text|<image|<style|href=|url\((?!#)/)
})
