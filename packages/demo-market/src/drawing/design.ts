import type { CameraLayout } from './cameras.ts'
import type { Colour } from './colour.ts'

/** How the screen gives way to the front camera. */
export type ScreenCut = 'island' | 'notch' | 'hole' | 'hole-left' | 'drop' | 'none'

/** One colour in which a phone was sold. */
export type Finish = {
  back: Colour
  frame: Colour
  /** The camera's plate; the back's own colour when absent. */
  plate?: Colour
  /** Frosted glass or leather: no gloss. */
  matte?: boolean
}

/** The shape of a phone, in millimetres. No real phone: each family of phones only lends its manner. */
export type PhoneDesign = {
  width: number
  height: number
  radius: number
  /** Whether the back bends towards the frame. */
  curved?: boolean
  back: 'plain' | 'two-tone' | 'leather' | 'clear' | 'ribbed'
  camera: CameraLayout
  /** The black borders of the screen. */
  bezel: { side: number; top: number; bottom: number }
  cut: ScreenCut
  /** A round button below the screen. */
  homeButton?: boolean
}

/** One phone as it is photographed. */
export type Subject = {
  design: PhoneDesign
  finish: Finish
  wear: 'EXCELLENT' | 'GOOD' | 'FAIR'
  /** Whether the screen has a crack. */
  cracked?: boolean
  /** Decides the wallpaper, the light and where the scratches are. */
  seed: string
}
