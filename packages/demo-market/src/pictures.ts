import { createHash } from 'node:crypto'
import type { categories } from './categories.ts'
import { lightness } from './drawing/colour.ts'
import type { Finish } from './drawing/design.ts'
import { designs } from './drawing/designs.ts'
import { finishes } from './drawing/finishes.ts'
import { drawPicture, type Shot } from './drawing/picture.ts'
import { randomOf } from './drawing/random.ts'
import type { Paper } from './drawing/studio.ts'
import type { DemoListing } from './listings/demo-listing.ts'

export type Picture = {
  /** The name of its file, without ending: the hash of its drawing. */
  name: string
  svg: string
}

const pairs: readonly Shot[] = ['crossed', 'turned', 'slanted', 'shelf']
type Papers = readonly [Paper, Paper, ...Paper[]]
const bright: Papers = ['pearl', 'mist', 'sand', 'blush', 'sage', 'lilac', 'cloud']
const deep: Papers = ['clay', 'slate', 'ink', 'sky', 'aqua', 'peach', 'mist', 'sage']

/** The pictures of a listing: front and back first, then the back or the cameras from near by. */
export function listingPictures(listing: DemoListing): [Picture, Picture] {
  const { product, seller, condition: wear, cracked = false } = listing
  const finish = finishes[listing.finish]
  const subject = { design: designs[listing.design], finish, wear, cracked, seed: `${product}/${seller}` }
  const random = randomOf(`${subject.seed}/shots`)
  const paper = () => random.pick(papersFor(finish))
  return [
    picture(drawPicture(subject, random.pick(pairs), paper())),
    picture(drawPicture(subject, random.chance(0.6) ? 'closeUp' : 'back', paper())),
  ]
}

/** Of a phone as its buyer has it, whose screen has a crack: it as a whole, then from near by. */
export function claimPictures({
  product,
  seller,
  condition: wear,
  design,
  finish: name,
}: DemoListing): [Picture, Picture] {
  const finish = finishes[name]
  const [paper, other] = papersFor(finish)
  const seed = `${product}/${seller}/claim`
  const subject = { design: designs[design], finish, wear, cracked: true, seed } as const
  return [picture(drawPicture(subject, 'slanted', paper)), picture(drawPicture(subject, 'screen', other))]
}

/** The picture of a category. */
export function categoryPicture({ slug, design, finish, paper }: (typeof categories)[number]): Picture {
  const subject = { design: designs[design], finish: finishes[finish], wear: 'EXCELLENT', seed: slug } as const
  return picture(drawPicture(subject, 'family', paper))
}

// A light phone would get lost on light paper.
function papersFor({ back }: Finish): Papers {
  return lightness(back) > 0.72 ? deep : bright
}

function picture(svg: string): Picture {
  return { name: createHash('sha256').update(svg).digest('hex').slice(0, 32), svg }
}
