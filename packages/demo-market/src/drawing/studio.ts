import { type Colour, darken, lighten, mix } from './colour.ts'
import { randomOf } from './random.ts'
import { circle, group, type Paints, round, tag } from './svg.ts'

/** The side of every picture, in pixels. */
export const SIDE = 1280

/** Paper backgrounds of a photographer's studio. */
export const papers = {
  pearl: '#e9e7e2',
  mist: '#dfe6ec',
  sand: '#eadfce',
  blush: '#efdcd8',
  sage: '#d9e2d6',
  lilac: '#e2ddec',
  cloud: '#e4e6ea',
  clay: '#e3cbbb',
  sky: '#c3d9ee',
  mint: '#c4e2d3',
  peach: '#f4d3bf',
  butter: '#f1e3b9',
  rose: '#f0cdd5',
  violet: '#d3caef',
  aqua: '#bfe2e4',
  slate: '#4b5260',
  ink: '#2d3038',
} as const satisfies Record<string, Colour>

export type Paper = keyof typeof papers

/** An empty studio: a sweep of paper in the light of one window from the upper left. */
export function studio(paints: Paints, paper: Paper, seed: string): string {
  const colour = papers[paper]
  const random = randomOf(`${seed}/studio`)
  const prop = random.pick([disc, windowLight, palm, nothing, windowLight, palm])
  const ground = prop === palm || prop === windowLight ? slope : sweep
  return ground(paints, colour) + prop(paints, colour, random.between(-60, 60))
}

/** The same with a floor, for phones that stand. `horizon` in pixels from the top. */
export function floor(paints: Paints, paper: Paper, horizon: number): string {
  const colour = papers[paper]
  const ground = paints.linear(
    90,
    [0, mix(colour, '#ffffff', 0.1)],
    [0.12, lighten(colour, 0.3)],
    [1, darken(colour, 0.1)],
  )
  const seam = paints.linear(90, [0, '#000000', 0], [1, '#000000', 0.09])
  return [
    sweep(paints, colour),
    tag('rect', { x: 0, y: horizon - 60, width: SIDE, height: 60, fill: seam }),
    tag('rect', { x: 0, y: horizon, width: SIDE, height: SIDE - horizon, fill: ground }),
  ].join('')
}

/** A tinted ground with a disc of light, for the picture of a category. */
export function poster(paints: Paints, paper: Paper): string {
  const colour = papers[paper]
  const ground = paints.linear(60, [0, lighten(colour, 0.25)], [1, darken(colour, 0.1)])
  const light = paints.linear(60, [0, lighten(colour, 0.75)], [1, lighten(colour, 0.2)])
  return tag('rect', { width: SIDE, height: SIDE, fill: ground }) + circle(640, 640, 500, { fill: light })
}

/** Light that falls off along one line, beneath what gives a light of its own. */
function slope(paints: Paints, colour: Colour): string {
  const light = paints.linear(58, [0, lighten(colour, 0.5)], [0.5, lighten(colour, 0.1)], [1, darken(colour, 0.16)])
  return tag('rect', { width: SIDE, height: SIDE, fill: light })
}

// One gradient for the light and for the darker edges: each that covers the whole picture takes its time.
function sweep(paints: Paints, colour: Colour): string {
  const light = paints.radial(
    { x: 0.32, y: 0.24, r: 1.02 },
    [0, lighten(colour, 0.6)],
    [0.42, lighten(colour, 0.16)],
    [0.72, darken(colour, 0.07)],
    [1, darken(colour, 0.24)],
  )
  return tag('rect', { width: SIDE, height: SIDE, fill: light })
}

type Prop = (paints: Paints, colour: Colour, shift: number) => string

const nothing: Prop = () => ''

const disc: Prop = (paints, colour, shift) => {
  const fill = paints.linear(50, [0, lighten(colour, 0.5)], [1, darken(colour, 0.07)])
  return circle(640 + shift, 640, 505, { fill: '#000', fillOpacity: 0.03 }) + circle(636 + shift, 630, 500, { fill })
}

/** Light that falls through a window, in soft slanting bands. */
const windowLight: Prop = (paints, _colour, shift) => {
  const angle = 28 + shift / 6
  const shade = 0.13
  const bands = paints.linear(
    angle,
    [0, '#000000', shade],
    [0.16, '#000000', shade],
    [0.24, '#fff6e0', 0.16],
    [0.4, '#fff6e0', 0.16],
    [0.455, '#000000', shade],
    [0.48, '#000000', shade],
    [0.53, '#fff6e0', 0.16],
    [0.69, '#fff6e0', 0.16],
    [0.77, '#000000', shade],
    [1, '#000000', shade],
  )
  return tag('rect', { width: SIDE, height: SIDE, fill: bands })
}

/** The shadow of a palm leaf that hangs into the light from the upper right. */
const palm: Prop = (_paints, _colour, shift) => {
  const leaflets = Array.from({ length: 15 }, (_, index) => {
    const x = 90 + index * 52
    const length = 250 - Math.abs(index - 5) * 15
    return [-1, 1].map(side =>
      tag('path', {
        d: `M0 0Q${round(length * 0.45)} ${-24} ${length} 0Q${round(length * 0.45)} ${24} 0 0Z`,
        transform: `translate(${x} ${round((index - 7) ** 2 * 0.9)}) rotate(${side * (62 - index * 2.4)})`,
      }),
    )
  })
  const stem = tag('path', {
    d: 'M0 60Q400 -20 900 70',
    fill: 'none',
    stroke: '#000',
    strokeOpacity: 0.034,
    strokeWidth: 9,
  })
  // Several leaves a little apart, as a shadow has no sharp edge.
  return [0, 1, 2, 3]
    .map(step =>
      group(
        {
          transform: `translate(${round(1330 + step * 5)} ${round(60 + shift + step * 4)}) rotate(${round(148 + shift / 8 + step * 0.35)}) scale(1.06)`,
          fillOpacity: 0.034,
        },
        stem,
        ...leaflets.flat(),
      ),
    )
    .join('')
}
