import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { drawPicture } from '../testing/draw-pictures.ts'
import { createDecoders } from './decoders.ts'
import { drawCard, plainText, type SocialCard } from './draw-card.ts'

const facts: SocialCard = { name: 'Pixel 9', price: '$489', condition: 'Good', picture: null }

/** Colours of a card at two places: of the phone's picture, and of the price. */
async function placesOf(card: Uint8Array) {
  const pixels = async (left: number, top: number, size: number) => [
    ...(await sharp(card).extract({ left, top, width: size, height: size }).resize(1, 1).raw().toBuffer()),
  ]
  return { picture: await pixels(20, 20, 40), price: await pixels(690, 440, 80) }
}

test('a card has the measures of Open Graph, the phone’s picture and its texts', async () => {
  const picture = await drawPicture(800, 600).webp().toBuffer()
  const [bare, card] = [await drawCard(facts), await drawCard({ ...facts, picture })]
  expect(await sharp(card).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(card.length).toBeLessThan(300_000)
  const [without, with_] = [await placesOf(bare), await placesOf(card)]
  expect(with_.picture).not.toEqual(without.picture)
  expect(with_.price).toEqual(without.price)
  expect((await placesOf(await drawCard({ ...facts, price: '' }))).price).not.toEqual(without.price)
})

test.each([
  ['markup', '</span><b>Pixel</b> & <span size="9999999">'],
  ['one endless word', 'W'.repeat(120)],
  ['nothing', ''],
  ['nothing to see', '\u200b\u200d'],
  ['signs that are none', '\u0000\u0007\ud800 \ufffe\u{e000}'],
  ['other scripts, from right to left and combined', 'هاتف ذكي 華為 👨‍👩‍👧‍👦 Z̸̢̛a̷l̵g̶o̷'],
])('a name of %s is text, and leaves the card as it is', async (_, name) => {
  const card = await drawCard({ ...facts, name, condition: name, price: name })
  expect(await sharp(card).metadata()).toMatchObject({ width: 1200, height: 630 })
})

test('a picture that cannot be read is left out', async () => {
  const broken = await drawCard({ ...facts, picture: Buffer.from('RIFF____WEBP no picture') })
  expect(await placesOf(broken)).toEqual(await placesOf(await drawCard(facts)))
})

test('a long name is cut between signs', () => {
  expect(plainText('👍'.repeat(10), 5)).toBe('👍👍👍👍…')
  expect(plainText('  a\n\tb  ', 5)).toBe('a b')
})

test('a card is drawn in a decoder’s process', async () => {
  const decoders = createDecoders({ size: 1 })
  onTestFinished(() => decoders.stop())
  const [card, rendered] = [await decoders.drawCard(facts), decoders.pids()]
  expect(Buffer.from(card).equals(Buffer.from(await drawCard(facts)))).toBe(true)
  expect(rendered).toHaveLength(1)
})
