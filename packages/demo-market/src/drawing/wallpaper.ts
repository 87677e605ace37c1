import { type Colour, darken, lighten, mix } from './colour.ts'
import { type Random, randomOf } from './random.ts'
import { circle, type Paints, round, tag } from './svg.ts'

type Palette = readonly [Colour, Colour, Colour, Colour]
type Screen = { paints: Paints; width: number; height: number; palette: Palette; random: Random }

const palettes: readonly Palette[] = [
  ['#1b1464', '#5f2eea', '#f15bb5', '#fee2b3'],
  ['#032b43', '#136f63', '#3fc1a7', '#f4e285'],
  ['#2b0a3d', '#8e2a6b', '#ff6b4a', '#ffd27d'],
  ['#0b132b', '#1c4e80', '#48b0d9', '#e8f6ff'],
  ['#3a1c0f', '#a44a24', '#f2a65a', '#fff1d6'],
  ['#10231c', '#2f6b4f', '#9ccf8a', '#f5f3d7'],
  ['#23152f', '#6a4c93', '#c5a3e0', '#ffe5ec'],
  ['#06182c', '#0b4f9e', '#ff8fa3', '#ffe8d6'],
  ['#161616', '#3c3f4a', '#9aa3b5', '#f1f3f7'],
  ['#3d0c11', '#b3261e', '#ff9e80', '#fff0e5'],
]

const painters: readonly ((screen: Screen) => string)[] = [ribbons, orb, dunes, bloom, peaks]

/** The picture on a phone's screen, around the origin. */
export function wallpaper(paints: Paints, width: number, height: number, seed: string): string {
  const random = randomOf(`${seed}/wallpaper`)
  return random.pick(painters)({ paints, width, height, palette: random.pick(palettes), random })
}

function sky(
  { paints, width, height }: Screen,
  angle: number,
  from: Colour,
  to: Colour,
  middle = mix(from, to, 0.5),
): string {
  const fill = paints.linear(angle, [0, from], [0.5, middle], [1, to])
  return tag('rect', { x: -width / 2, y: -height / 2, width, height, fill })
}

/** Folds of coloured silk. */
function ribbons(screen: Screen): string {
  const { paints, width, height, palette, random } = screen
  const [night, deep, bright, pale] = palette
  const start = random.between(-0.3, 0)
  const folds = [0, 1, 2, 3, 4].map(index => {
    const y = height * (start + index * 0.16)
    const lift = height * random.between(0.12, 0.22)
    const tone = mix(index < 2 ? deep : bright, index % 2 ? pale : night, 0.15 + index * 0.05)
    const fill = paints.linear(20, [0, lighten(tone, 0.3)], [0.4, tone], [1, darken(tone, 0.45)])
    const d = `M${-width} ${round(y + lift)}C${-width * 0.3} ${round(y - lift)} ${width * 0.2} ${round(y + lift * 1.6)} ${width} ${round(y - lift)}V${height}H${-width}Z`
    return tag('path', { d, fill })
  })
  return sky(screen, 100, night, deep, pale) + folds.join('')
}

/** A glowing ball above its own light. */
function orb(screen: Screen): string {
  const { paints, width, height, palette, random } = screen
  const [night, deep, bright, pale] = palette
  const [x, y, r] = [
    width * random.between(-0.12, 0.12),
    height * random.between(0.02, 0.16),
    width * random.between(0.34, 0.5),
  ]
  const ball = paints.radial({ x: 0.35, y: 0.28, r: 0.8 }, [0, pale], [0.35, bright], [0.75, deep], [1, night])
  const halo = paints.radial({}, [0, bright, 0.75], [1, bright, 0])
  return (
    sky(screen, 80, night, mix(deep, night, 0.3), mix(night, deep, 0.35)) +
    circle(x, y, r * 2, { fill: halo }) +
    circle(x, y, r, { fill: ball }) +
    tag('ellipse', { cx: x, cy: y + r * 1.6, rx: r, ry: r * 0.12, fill: pale, fillOpacity: 0.22 })
  )
}

/** Sand in the evening. */
function dunes(screen: Screen): string {
  const { paints, width, height, palette, random } = screen
  const [night, deep, bright, pale] = palette
  const sun = paints.radial({}, [0, pale], [0.5, pale], [0.55, pale, 0.35], [1, pale, 0])
  const ridges = [0, 1, 2, 3].map(index => {
    const y = height * (0.1 + index * 0.11)
    const peak = width * random.between(-0.3, 0.3)
    const tone = mix(bright, night, 0.15 + index * 0.25)
    const fill = paints.linear(25, [0, lighten(tone, 0.22)], [0.5, tone], [1, darken(tone, 0.3)])
    const d = `M${-width} ${round(y + 14)}Q${round(peak - 14)} ${round(y + 12)} ${round(peak)} ${round(y)}Q${round(peak + 16)} ${round(y + 20)} ${width} ${round(y + 8)}V${height}H${-width}Z`
    return tag('path', { d, fill })
  })
  return (
    sky(screen, 90, deep, pale, bright) +
    circle(width * random.between(-0.2, 0.2), -height * 0.03, width * 0.34, { fill: sun }) +
    ridges.join('')
  )
}

/** Petals around a heart. */
function bloom(screen: Screen): string {
  const { paints, width, height, palette, random } = screen
  const [night, deep, bright, pale] = palette
  const turn = random.between(0, 45)
  const petal = paints.linear(90, [0, pale, 0.95], [0.45, bright, 0.85], [1, deep, 0.7])
  const length = width * 0.62
  const petals = Array.from({ length: 9 }, (_, index) =>
    tag('ellipse', {
      cx: 0,
      cy: -length * 0.52,
      rx: width * 0.17,
      ry: length * 0.55,
      fill: petal,
      fillOpacity: 0.62,
      transform: `rotate(${round(turn + index * 40)})`,
    }),
  )
  const heart = paints.radial({}, [0, pale], [0.6, bright, 0.8], [1, bright, 0])
  return (
    sky(screen, 70, mix(night, deep, 0.25), night) +
    tag(
      'g',
      { transform: `translate(${round(width * random.between(-0.16, 0.16))} ${round(height * 0.12)})` },
      ...petals,
      circle(0, 0, width * 0.14, { fill: heart }),
    )
  )
}

/** Mountains behind mountains. */
function peaks(screen: Screen): string {
  const { paints, width, height, palette, random } = screen
  const [night, deep, bright, pale] = palette
  const ranges = [0, 1, 2, 3].map(index => {
    const base = height * (0.08 + index * 0.115)
    const steps = 5 + index
    let above = random.between(2, 14)
    const points = Array.from({ length: steps + 1 }, (_, step) => {
      above = Math.min(26, Math.max(0, above + random.between(4, 15) * (random.chance(0.5) ? 1 : -1)))
      const x = -width / 2 + (width * (step + (step % steps === 0 ? 0 : random.between(-0.35, 0.35)))) / steps
      return `${round(x)} ${round(base - above)}`
    })
    const tone = mix(mix(pale, deep, 0.4), night, index * 0.3)
    const fill = paints.linear(90, [0, tone], [0.6, mix(tone, pale, 0.4)], [1, tone])
    const d = `M${points.join('L')}L${width / 2} ${height}H${-width / 2}Z`
    return tag('path', { d, fill })
  })
  const moon = circle(width * random.between(-0.28, 0.28), -height * 0.07, width * 0.09, {
    fill: lighten(pale, 0.4),
    fillOpacity: 0.9,
  })
  return sky(screen, 90, deep, pale, bright) + moon + ranges.join('')
}
