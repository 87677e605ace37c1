import { frame } from './body.ts'
import { clock } from './clock.ts'
import { type Colour, darken, lighten } from './colour.ts'
import type { PhoneDesign, Subject } from './design.ts'
import { randomOf } from './random.ts'
import { box, circle, group, outline, type Paints, round, tag } from './svg.ts'
import { wallpaper } from './wallpaper.ts'
import { edgeWear, screenWear } from './wear.ts'

type Area = { width: number; height: number; cy: number; radius: number }

/** A phone seen from the front, switched on. */
export function front(paints: Paints, subject: Subject): string {
  const { design, finish, seed } = subject
  const random = randomOf(`${seed}/screen`)
  const area = screenArea(design)
  const glass = outline(design.width - 1.7, design.height - 1.7, design.radius - 0.85)
  const screen = box(0, area.cy, area.width, area.height, area.radius, {})
  const time = `${random.pick(['7', '8', '9', '10', '11', '12'])}:${random.pick(['08', '15', '24', '30', '36', '41', '52'])}`
  const face = random.chance(0.6) ? lockScreen(area, time, design) : homeScreen(paints, area, time, seed)
  return group(
    {},
    frame(paints, design, finish.frame, 1),
    tag('path', { d: glass, fill: '#08090b', stroke: '#000', strokeWidth: 0.4 }),
    group(
      { clipPath: paints.clip(screen) },
      group({ transform: `translate(0 ${round(area.cy)})` }, wallpaper(paints, area.width, area.height, seed), face),
      statusBar(area, time, design),
    ),
    cut(paints, design, area),
    design.homeButton
      ? circle(0, design.height / 2 - 8.6, 5.4, { fill: '#0c0d10', stroke: '#5b606b', strokeWidth: 0.5 })
      : '',
    reflection(paints, subject, glass),
    screenWear(subject),
    edgeWear(subject, 'front'),
  )
}

function screenArea({ width, height, radius, bezel }: PhoneDesign): Area {
  return {
    width: width - 2 * bezel.side,
    height: height - bezel.top - bezel.bottom,
    cy: (bezel.top - bezel.bottom) / 2,
    radius: bezel.top > 6 ? 0.6 : Math.max(radius - bezel.side, 2),
  }
}

function lockScreen({ width, height }: Area, time: string, design: PhoneDesign): string {
  const button = (x: number) => circle(x, height / 2 - 11, 4.6, { fill: '#000', fillOpacity: 0.28 })
  return [
    clock(time, { cx: 0, cy: -height * 0.27, height: width * 0.2, weight: 0.95 }),
    box(0, -height * 0.27 - width * 0.17, width * 0.3, 1.5, 0.75, { fill: '#fff', fillOpacity: 0.85 }),
    design.homeButton ? '' : button(-width / 2 + 11) + button(width / 2 - 11),
    design.homeButton ? '' : circle(-width / 2 + 11, height / 2 - 11, 1.3, { fill: '#fff' }),
    design.homeButton ? '' : box(width / 2 - 11, height / 2 - 11, 3.4, 2.6, 0.7, { fill: '#fff' }),
    design.homeButton ? '' : homeBar(width, height),
  ].join('')
}

const tiles: readonly Colour[] = [
  '#34c759',
  '#0a84ff',
  '#ff9f0a',
  '#ff375f',
  '#5e5ce6',
  '#64d2ff',
  '#f2f2f7',
  '#2c2c2e',
  '#ffd60a',
  '#bf5af2',
  '#30b0c7',
  '#ff6b4a',
]
const signs = [
  'M-1.7 0A1.7 1.7 0 1 0 1.7 0A1.7 1.7 0 1 0 -1.7 0',
  'M-1.2 -1.7L1.8 0L-1.2 1.7Z',
  'M-1.8 -1.2H1.8V1.2H-1.8ZM-1.8 -1.2L0 .3L1.8 -1.2',
  'M-1.6 1.5V-.2M0 1.5V-1.6M1.6 1.5V-.9',
  'M0 1.7L-1.7 -.1A1 1 0 0 1 0 -1.1A1 1 0 0 1 1.7 -.1Z',
  'M-1.7 -1H1.7M-1.7 0H1.7M-1.7 1H.6',
  'M0 -1.8V1.8M-1.8 0H1.8M-1.2 -1.2L1.2 1.2M-1.2 1.2L1.2 -1.2',
  'M-.9 1.6V-1.5L1.5 -1.9V1.1',
]

function homeScreen(paints: Paints, { width, height }: Area, time: string, seed: string): string {
  const random = randomOf(`${seed}/home`)
  const size = width * 0.155
  const tile = (column: number, y: number) => {
    const colour = random.pick(tiles)
    const x = -width / 2 + width * (0.14 + 0.24 * column)
    const ink = ['#f2f2f7', '#ffd60a'].includes(colour) ? '#3a3a3c' : '#fff'
    const fill = paints.linear(80, [0, lighten(colour, 0.18)], [1, darken(colour, 0.12)])
    const sign = tag('path', {
      d: random.pick(signs),
      fill: 'none',
      stroke: ink,
      strokeWidth: 0.75,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      transform: `translate(${round(x)} ${round(y)}) scale(${round(size / 7)})`,
    })
    return box(x, y, size, size, size * 0.27, { fill }) + sign
  }
  const columns = [0, 1, 2, 3]
  const rows = [0, 1, 2, 3].slice(0, random.pick([2, 3, 4]))
  const widget = box(0, -height * 0.32, width * 0.88, height * 0.15, 4, { fill: '#fff', fillOpacity: 0.22 })
  return [
    widget,
    clock(time, { cx: -width * 0.2, cy: -height * 0.32, height: width * 0.1, weight: 1.1 }),
    circle(width * 0.3, -height * 0.32, width * 0.07, { fill: '#ffd36b' }),
    ...rows.flatMap(row => columns.map(column => tile(column, -height * 0.16 + row * size * 1.55))),
    box(0, height / 2 - size * 1.05, width * 0.93, size * 1.6, size * 0.55, { fill: '#fff', fillOpacity: 0.26 }),
    ...columns.map(column => tile(column, height / 2 - size * 1.05)),
  ].join('')
}

function homeBar(width: number, height: number): string {
  return box(0, height / 2 - 2.2, width * 0.34, 1, 0.5, { fill: '#fff', fillOpacity: 0.9 })
}

function statusBar({ width, height, cy }: Area, time: string, design: PhoneDesign): string {
  const y = cy - height / 2 + (design.cut === 'island' ? 5.4 : 3.6)
  const right = width / 2 - 5.5
  const white = { fill: '#fff', fillOpacity: 0.95 }
  return [
    clock(time, { cx: -width / 2 + (design.cut === 'hole-left' ? 13 : 9.5), cy: y, height: 2.1, weight: 1.5 }),
    box(right, y, 3.6, 1.8, 0.5, white),
    ...[0, 1, 2, 3].map(bar =>
      box(right - 8 + bar * 0.9, y + 0.9 - (0.5 + bar * 0.4) / 2, 0.55, 0.5 + bar * 0.4, 0.2, white),
    ),
    tag('path', { d: `M${round(right - 3.6)} ${round(y + 0.9)}l-1.2 -1.5a1.7 1.7 0 0 1 2.4 0z`, ...white }),
  ].join('')
}

function cut(paints: Paints, design: PhoneDesign, { width, height, cy }: Area): string {
  const top = cy - height / 2
  const eye = (x: number, y: number, r: number) =>
    circle(x, y, r, { fill: paints.radial({ x: 0.4, y: 0.4 }, [0, '#28345c'], [0.6, '#0b0e1a'], [1, '#000000']) }) +
    circle(x - r * 0.25, y - r * 0.3, r * 0.18, { fill: '#9fb4e8' })
  switch (design.cut) {
    case 'island':
      return box(0, top + 5.4, 19, 5.4, 2.7, { fill: '#000' }) + eye(6.4, top + 5.4, 1.3)
    case 'notch':
      return (
        box(0, top + 1.4, 31, 6.4, 3, { fill: '#08090b' }) +
        box(0, top + 0.8, 7, 0.8, 0.4, { fill: '#2a2d34' }) +
        eye(8, top + 1.9, 1.3)
      )
    case 'hole':
      return circle(0, top + 4.2, 1.9, { fill: '#000' }) + eye(0, top + 4.2, 1.4)
    case 'hole-left':
      return circle(-width / 2 + 5.6, top + 4.2, 1.9, { fill: '#000' }) + eye(-width / 2 + 5.6, top + 4.2, 1.4)
    case 'drop':
      return (
        tag('path', {
          d: `M-5 ${round(top - 0.2)}C-2.5 ${round(top)} -2.9 ${round(top + 4.6)} 0 ${round(top + 4.6)}S2.5 ${round(top)} 5 ${round(top - 0.2)}Z`,
          fill: '#08090b',
        }) + eye(0, top + 2.5, 1.2)
      )
    case 'none':
      return (
        box(0, top - design.bezel.top / 2, 11, 1.1, 0.55, { fill: '#2b2e35' }) +
        eye(-9.5, top - design.bezel.top / 2, 1)
      )
  }
}

function reflection(paints: Paints, { design, wear }: Subject, glass: string): string {
  const { width, height } = design
  const strength = wear === 'EXCELLENT' ? 0.2 : wear === 'GOOD' ? 0.15 : 0.1
  const fill = paints.linear(
    60,
    [0, '#ffffff', strength * 1.5],
    [0.6, '#ffffff', strength * 0.45],
    [1, '#ffffff', strength * 0.1],
  )
  const d = `M${-width / 2} ${-height / 2}H${width * 0.32}L${-width * 0.2} ${height / 2}H${-width / 2}Z`
  return group({ clipPath: paints.clip(tag('path', { d: glass })) }, tag('path', { d, fill }))
}
