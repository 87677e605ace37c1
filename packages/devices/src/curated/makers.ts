import type { CuratedMaker } from '../model.ts'
import { apple } from './apple.ts'
import { fairphone } from './fairphone.ts'
import { google } from './google.ts'
import { honor } from './honor.ts'
import { huawei } from './huawei.ts'
import { motorola } from './motorola.ts'
import { nokia } from './nokia.ts'
import { nothing } from './nothing.ts'
import { oneplus } from './oneplus.ts'
import { samsung } from './samsung.ts'
import { sony } from './sony.ts'
import { xiaomi } from './xiaomi.ts'

export const makers: readonly CuratedMaker[] = [
  apple,
  fairphone,
  google,
  honor,
  huawei,
  motorola,
  nokia,
  nothing,
  oneplus,
  samsung,
  sony,
  xiaomi,
]
