import type { DesignName } from './drawing/designs.ts'
import type { FinishName } from './drawing/finishes.ts'
import type { Paper } from './drawing/studio.ts'

type DemoCategory = { slug: string; name: string; design: DesignName; finish: FinishName; paper: Paper }

/** The categories of the demo market in the order of the grid, each with the phone on its picture. */
export const categories = [
  { slug: 'iphone', name: 'iPhone', design: 'iphonePro', finish: 'titanium', paper: 'sky' },
  { slug: 'samsung-galaxy', name: 'Samsung Galaxy', design: 'galaxy', finish: 'plum', paper: 'violet' },
  { slug: 'google-pixel', name: 'Google Pixel', design: 'pixelBar', finish: 'snow', paper: 'mint' },
  { slug: 'oneplus', name: 'OnePlus', design: 'oneplus', finish: 'forest', paper: 'butter' },
  { slug: 'xiaomi', name: 'Xiaomi', design: 'xiaomi', finish: 'midnight', paper: 'peach' },
  { slug: 'motorola', name: 'Motorola', design: 'motorola', finish: 'tangerine', paper: 'aqua' },
  { slug: 'nokia', name: 'Nokia', design: 'nokiaDisc', finish: 'ocean', paper: 'cloud' },
  { slug: 'sony-xperia', name: 'Sony Xperia', design: 'xperia', finish: 'onyx', paper: 'rose' },
  { slug: 'fairphone', name: 'Fairphone', design: 'fairphone', finish: 'mint', paper: 'sand' },
  { slug: 'nothing', name: 'Nothing', design: 'nothing', finish: 'charcoal', paper: 'mist' },
  { slug: 'huawei', name: 'Huawei', design: 'huaweiRing', finish: 'gold', paper: 'sage' },
  { slug: 'honor', name: 'Honor', design: 'honorEyes', finish: 'lilac', paper: 'blush' },
] as const satisfies readonly DemoCategory[]

export type CategorySlug = (typeof categories)[number]['slug']
