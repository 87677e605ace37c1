import type { DemoListings } from './demo-listing.ts'
import { fairphone } from './fairphone.ts'
import { googlePixel } from './google-pixel.ts'
import { honor } from './honor.ts'
import { huawei } from './huawei.ts'
import { iphone } from './iphone.ts'
import { motorola } from './motorola.ts'
import { nokia } from './nokia.ts'
import { nothing } from './nothing.ts'
import { oneplus } from './oneplus.ts'
import { samsungGalaxy } from './samsung-galaxy.ts'
import { sonyXperia } from './sony-xperia.ts'
import { xiaomi } from './xiaomi.ts'

/** All listings of the demo market. */
export const shelves: readonly DemoListings[] = [
  iphone,
  samsungGalaxy,
  googlePixel,
  oneplus,
  xiaomi,
  motorola,
  nokia,
  sonyXperia,
  fairphone,
  nothing,
  huawei,
  honor,
]
