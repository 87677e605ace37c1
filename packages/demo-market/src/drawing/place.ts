import { back } from './body.ts'
import { darken } from './colour.ts'
import type { PhoneDesign, Subject } from './design.ts'
import { front } from './screen.ts'
import { group, outline, type Paints, round, type Stop, tag } from './svg.ts'

/** Where a phone lies in the picture: its middle in pixels, its turn in degrees, and how many pixels a millimetre has. */
export type Pose = { x: number; y: number; turn: number; scale: number }

/** A phone that lies on the table, with the thickness that shows below it and its shadow. */
export function lying(paints: Paints, subject: Subject, face: 'front' | 'back', pose: Pose): string {
  const thickness = 2.3 * pose.scale
  const edge = darken(subject.finish.frame, 0.38)
  const body = { d: outline(subject.design.width, subject.design.height, subject.design.radius), fill: edge }
  const sides = [1, 0.75, 0.5, 0.25].map(share =>
    tag('path', {
      ...body,
      transform: transform({ ...pose, x: pose.x + thickness * 0.3 * share, y: pose.y + thickness * share }),
    }),
  )
  return shadow(paints, subject.design, pose, thickness) + sides.join('') + seen(paints, subject, face, pose)
}

/** A phone that stands on a polished floor, `pose.y` being where it touches it. */
export function standing(paints: Paints, subject: Subject, face: 'front' | 'back', pose: Pose): string {
  const { design, finish } = subject
  const [width, height] = [design.width * pose.scale, design.height * pose.scale]
  const [left, base] = [pose.x - width / 2, pose.y]
  const mirror = paints.linear(90, [0, face === 'back' ? finish.back : '#15171c', 0.34], [1, finish.back, 0])
  const cast = paints.radial({}, [0, '#000000', 0.5], [0.45, '#000000', 0.2], [1, '#000000', 0])
  return [
    group(
      { transform: transform({ ...pose, x: pose.x + 34, y: base - height / 2 + 6 }) },
      softEdged(paints, design, { inward: 8, outward: 13, darkness: 0.3 }),
    ),
    tag('rect', { x: left + 6, y: base, width: width - 12, height: 150, rx: 40, fill: mirror }),
    tag('ellipse', { cx: pose.x + 26, cy: base + 4, rx: width * 0.66, ry: 40, fill: cast }),
    tag('ellipse', { cx: pose.x + 4, cy: base, rx: width * 0.47, ry: 11, fill: cast }),
    seen(paints, subject, face, { ...pose, y: base - height / 2 }),
  ].join('')
}

function seen(paints: Paints, subject: Subject, face: 'front' | 'back', pose: Pose): string {
  return group({ transform: transform(pose) }, face === 'front' ? front(paints, subject) : back(paints, subject))
}

/** The shadow of a phone that lies: a wide soft one and a narrow one where it touches the table. */
function shadow(paints: Paints, design: PhoneDesign, pose: Pose, thickness: number): string {
  const moved = (share: number) =>
    transform({ ...pose, x: pose.x + thickness * 0.6 * share, y: pose.y + thickness * share })
  return (
    group({ transform: moved(3) }, softEdged(paints, design, { inward: 9, outward: 18, darkness: 0.46 })) +
    group({ transform: moved(1.3) }, softEdged(paints, design, { inward: 2.5, outward: 4.5, darkness: 0.5 }))
  )
}

// How dark a blurred edge is, from its inner to its outer end.
const falloff = [1, 0.93, 0.78, 0.58, 0.38, 0.2, 0.08, 0.02, 0]

/** A blurred rectangle in nine pieces of gradient: what a blur filter gives, at a tenth of the time. */
function softEdged(
  paints: Paints,
  { width, height, radius }: PhoneDesign,
  { inward, outward, darkness }: { inward: number; outward: number; darkness: number },
): string {
  const corner = Math.max(radius, inward)
  const reach = corner + outward
  const [x, y] = [width / 2 - corner, height / 2 - corner]
  const stops = (from: number) =>
    falloff.map(
      (share, index): Stop => [from + (1 - from) * (index / (falloff.length - 1)), '#000000', share * darkness],
    )
  const start = (corner - inward) / reach
  const piece = (left: number, top: number, right: number, bottom: number, fill: string, opacity?: number) =>
    tag('rect', { x: left, y: top, width: right - left, height: bottom - top, fill, fillOpacity: opacity })
  const round = (cx: 0 | 1, cy: 0 | 1) => paints.radial({ x: cx, y: cy, r: 1 }, ...stops(start))
  return group(
    { shapeRendering: 'crispEdges' },
    piece(-x, -y, x, y, '#000', darkness),
    piece(x, -y, x + reach, y, paints.linear(0, ...stops(start))),
    piece(-x - reach, -y, -x, y, paints.linear(180, ...stops(start))),
    piece(-x, y, x, y + reach, paints.linear(90, ...stops(start))),
    piece(-x, -y - reach, x, -y, paints.linear(270, ...stops(start))),
    piece(x, y, x + reach, y + reach, round(0, 0)),
    piece(-x - reach, y, -x, y + reach, round(1, 0)),
    piece(x, -y - reach, x + reach, -y, round(0, 1)),
    piece(-x - reach, -y - reach, -x, -y, round(1, 1)),
  )
}

function transform({ x, y, turn, scale }: Pose): string {
  return `translate(${round(x)} ${round(y)}) rotate(${round(turn)}) scale(${round(scale)})`
}
