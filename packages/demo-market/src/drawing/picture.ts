import type { Subject } from './design.ts'
import { lying, type Pose, standing } from './place.ts'
import { randomOf } from './random.ts'
import { floor, type Paper, poster, SIDE, studio } from './studio.ts'
import { type Paints, paintsOf } from './svg.ts'

type Scene = (paints: Paints, subject: Subject, paper: Paper) => string

const scenes = {
  /** Back and front, overlapping, lightly turned against each other. */
  crossed: (paints, subject, paper) => {
    const scale = scaleFor(subject, 880)
    return [
      studio(paints, paper, subject.seed),
      lying(paints, subject, 'back', { x: 478, y: 610, turn: -11, scale }),
      lying(paints, subject, 'front', { x: 806, y: 662, turn: 7, scale }),
    ].join('')
  },
  /** The same with the back on top. */
  turned: (paints, subject, paper) => {
    const scale = scaleFor(subject, 880)
    return [
      studio(paints, paper, subject.seed),
      lying(paints, subject, 'front', { x: 800, y: 606, turn: 13, scale }),
      lying(paints, subject, 'back', { x: 480, y: 660, turn: -5, scale }),
    ].join('')
  },
  /** Side by side, both slanting. */
  slanted: (paints, subject, paper) => {
    const scale = scaleFor(subject, 850)
    return [
      studio(paints, paper, subject.seed),
      lying(paints, subject, 'back', { x: 420, y: 560, turn: 20, scale }),
      lying(paints, subject, 'front', { x: 846, y: 690, turn: 20, scale }),
    ].join('')
  },
  /** Upright on a polished floor, the front before the back. */
  shelf: (paints, subject, paper) => {
    const scale = scaleFor(subject, 900)
    return [
      floor(paints, paper, 1010),
      standing(paints, subject, 'back', { x: 470, y: 1072, turn: 0, scale: scale * 0.97 }),
      standing(paints, subject, 'front', { x: 812, y: 1104, turn: 0, scale }),
    ].join('')
  },
  /** For a category: back and front close together in the middle, so that any crop shows them. */
  family: (paints, subject, paper) => {
    const scale = scaleFor(subject, 800)
    return [
      poster(paints, paper),
      lying(paints, subject, 'front', { x: 770, y: 640, turn: 12, scale }),
      lying(paints, subject, 'back', { x: 528, y: 648, turn: -8, scale }),
    ].join('')
  },
  /** The cameras from near by. */
  closeUp: (paints, subject, paper) => {
    const scale = scaleFor(subject, 1720)
    const pose: Pose = { x: 700, y: 1120, turn: -17, scale }
    return studio(paints, paper, `${subject.seed}/close`) + lying(paints, subject, 'back', pose)
  },
  /** The upper part of the screen from near by. */
  screen: (paints, subject, paper) => {
    const pose: Pose = { x: 590, y: 1010, turn: 9, scale: scaleFor(subject, 1560) }
    return studio(paints, paper, `${subject.seed}/screen`) + lying(paints, subject, 'front', pose)
  },
  /** The back alone. */
  back: (paints, subject, paper) =>
    studio(paints, paper, `${subject.seed}/back`) +
    lying(paints, subject, 'back', {
      x: 630,
      y: 630,
      turn: randomOf(subject.seed).between(8, 16),
      scale: scaleFor(subject, 1000),
    }),
} as const satisfies Record<string, Scene>

export type Shot = keyof typeof scenes

/** The SVG of one square picture of a phone, {@link SIDE} pixels wide. The same input gives the same text. */
export function drawPicture(subject: Subject, shot: Shot, paper: Paper): string {
  const paints = paintsOf()
  const content = scenes[shot](paints, subject, paper)
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">`
  return `${open}${paints.definitions()}${content}</svg>`
}

function scaleFor({ design }: Subject, pixels: number): number {
  return pixels / design.height
}
