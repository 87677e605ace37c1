import type { PhoneDesign, Subject } from './design.ts'
import { type Random, randomOf } from './random.ts'
import { group, round, tag } from './svg.ts'

// How many movements have left scratches.
const hairlines = { EXCELLENT: 0, GOOD: 2, FAIR: 11 } as const

/** What years have done to the back: hairlines. They lie below the cameras. */
export function backWear({ design, wear, seed }: Subject): string {
  const random = randomOf(`${seed}/back-wear`)
  return group(
    {},
    ...Array.from({ length: hairlines[wear] }, () => scratches(random, design.width - 14, design.height - 14, 0.3)),
  )
}

/** On a worn phone, scuffs along the edge and a chipped corner; they change sides when it is turned over. */
export function edgeWear({ design, wear, seed }: Subject, face: 'front' | 'back'): string {
  if (wear !== 'FAIR') return ''
  const random = randomOf(`${seed}/edge-wear`)
  const { width, height } = design
  const scuffs = Array.from({ length: 7 }, () => {
    const side = random.pick([-1, 1])
    const y = random.between(-height * 0.38, height * 0.4)
    const d = `M${round(side * (width / 2 - 0.6))} ${round(y)}v${round(random.between(1.2, 4.5))}`
    const strokeWidth = random.between(0.35, 0.8)
    return tag('path', {
      d,
      stroke: '#f4f1ea',
      strokeOpacity: 0.75,
      strokeWidth,
      strokeLinecap: 'round',
      strokeDasharray: '1.1 .5 .4 .6',
    })
  })
  const transform = face === 'back' ? 'scale(-1 1)' : undefined
  return group({ transform }, ...scuffs, chip(random, design))
}

/** The same for the screen, and on a broken one a small crack that runs in from the side. */
export function screenWear({ design, wear, cracked, seed }: Subject): string {
  const random = randomOf(`${seed}/screen-wear`)
  const { width, height } = design
  const lines = Array.from({ length: hairlines[wear] }, () => scratches(random, width - 14, height - 18, 0.24))
  return group({}, ...lines, cracked ? crack(random, width, height) : '')
}

/** A few lines of one movement, nearly straight and nearly parallel. */
function scratches(random: Random, width: number, height: number, opacity: number): string {
  const [x, y] = [random.between(-width / 2, width / 2), random.between(-height / 2, height / 2)]
  const [dx, dy] = [random.between(-9, 9), random.between(4, 15)]
  return Array.from({ length: random.pick([1, 2, 3]) }, () => {
    const [along, aside, long] = [random.between(-0.4, 0.4), random.between(-1.6, 1.6), random.between(0.5, 1.1)]
    const start = `${round(x + dx * along + aside)} ${round(y + dy * along)}`
    const d = `M${start}q${round(dx * 0.5 * long + 0.3)} ${round(dy * 0.5 * long)} ${round(dx * long)} ${round(dy * long)}`
    const strokeOpacity = random.between(opacity * 0.35, opacity * 1.2)
    return tag('path', { d, fill: 'none', stroke: '#fff', strokeOpacity, strokeWidth: random.between(0.07, 0.17) })
  }).join('')
}

/** A dent in a lower corner, where bare metal shows. */
function chip(random: Random, { width, height, radius }: PhoneDesign): string {
  const side = random.pick([-1, 1])
  // How far the middle of a round corner lies within the corner itself, and a little further.
  const inset = radius * 0.29 + 0.9
  const [x, y] = [side * (width / 2 - inset), height / 2 - inset]
  const points = [
    [-1.6, 1.2],
    [-0.3, 0.2],
    [0.5, 0.5],
    [1.5, -1.4],
    [2.1, -0.6],
    [1.2, 1.1],
    [-0.6, 2.2],
  ]
  const at = points.map(([px = 0, py = 0]) => `${round(x + side * px)} ${round(y + py + random.between(-0.25, 0.25))}`)
  return (
    tag('path', {
      d: `M${at.join('L')}Z`,
      fill: '#d9d5cd',
      stroke: '#6c6862',
      strokeWidth: 0.25,
      strokeLinejoin: 'round',
    }) +
    tag('path', {
      d: `M${at.slice(1, 4).join('L')}`,
      fill: 'none',
      stroke: '#fff',
      strokeOpacity: 0.9,
      strokeWidth: 0.25,
    })
  )
}

function crack(random: Random, width: number, height: number): string {
  const side = random.pick([-1, 1])
  const [x, y] = [side * (width / 2 - 2), -height / 2 + random.between(9, 22)]
  const branches = [0, 1, 2, 3].map(index => {
    const [dx, dy] = [-side * random.between(7, 17), random.between(-5, 13) + index * 2]
    const knee = `${round(dx * 0.45)} ${round(dy * 0.2 + random.between(-1.5, 1.5))}`
    return `M${round(x)} ${round(y)}l${knee}l${round(dx * 0.55)} ${round(dy * 0.8)}`
  })
  const lines = { d: branches.join(''), fill: 'none', strokeLinejoin: 'bevel', strokeLinecap: 'round' }
  return (
    tag('path', { ...lines, stroke: '#000', strokeOpacity: 0.5, strokeWidth: 0.4, transform: 'translate(.2 .25)' }) +
    tag('path', { ...lines, stroke: '#fff', strokeOpacity: 0.8, strokeWidth: 0.2 })
  )
}
