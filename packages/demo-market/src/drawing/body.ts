import { cameras } from './cameras.ts'
import { type Colour, darken, lighten, lightness } from './colour.ts'
import type { PhoneDesign, Subject } from './design.ts'
import { box, circle, group, outline, type Paints, round, tag } from './svg.ts'
import { backWear, edgeWear } from './wear.ts'

/** The metal band with its buttons: what a phone shows around either face. `side` is 1 when the buttons are right. */
export function frame(paints: Paints, design: PhoneDesign, colour: Colour, side: 1 | -1): string {
  const { width, height, radius } = design
  const metal = paints.linear(
    8,
    [0, lighten(colour, 0.55)],
    [0.02, darken(colour, 0.25)],
    [0.06, lighten(colour, 0.3)],
    [0.5, colour],
    [0.94, lighten(colour, 0.15)],
    [0.98, darken(colour, 0.35)],
    [1, lighten(colour, 0.25)],
  )
  const key = paints.linear(
    90,
    [0, lighten(colour, 0.3)],
    [0.1, darken(colour, 0.1)],
    [0.9, darken(colour, 0.2)],
    [1, darken(colour, 0.5)],
  )
  const x = (side * width) / 2
  return [
    box(x, -height * 0.2, 1.2, 11, 0.5, { fill: key }),
    box(x, -height * 0.09, 1.2, 11, 0.5, { fill: key }),
    box(-x, -height * 0.13, 1.2, 16, 0.5, { fill: key }),
    // Only the band: each transport covers the rest.
    tag('path', {
      d: outline(width, height, radius) + outline(width - 4, height - 4, radius - 2),
      fillRule: 'evenodd',
      fill: metal,
    }),
    ...[-1, 1].map(end =>
      box(end * (width / 2 - 0.5), height * 0.36 * end, 1, 1.1, 0, { fill: '#000', fillOpacity: 0.16 }),
    ),
  ].join('')
}

/** A phone seen from behind. */
export function back(paints: Paints, subject: Subject): string {
  const { design, finish } = subject
  const inset = design.curved ? 0.5 : 1.3
  const shape = outline(design.width - 2 * inset, design.height - 2 * inset, design.radius - inset)
  const colour = finish.back
  const gleam = (finish.matte ? 0.2 : 0.34) + (lightness(colour) > 0.6 ? 0.2 : 0)
  const face = paints.linear(
    62,
    [0, lighten(colour, gleam)],
    [0.22, lighten(colour, gleam * 0.45)],
    [0.5, colour],
    [0.78, darken(colour, 0.14)],
    [1, darken(colour, 0.34)],
  )
  const rim = paints.linear(
    55,
    [0, '#ffffff', 0.8],
    [0.3, '#ffffff', 0.1],
    [0.65, '#000000', 0.05],
    [1, '#000000', 0.4],
  )
  return group(
    {},
    frame(paints, design, finish.frame, -1),
    tag('path', { d: shape, fill: face }),
    group({ clipPath: paints.clip(tag('path', { d: shape })) }, ...backing(paints, subject), sheen(paints, subject)),
    tag('path', { d: shape, fill: 'none', stroke: rim, strokeWidth: 0.35 }),
    backWear(subject),
    cameras(paints, design, finish),
    edgeWear(subject, 'back'),
  )
}

function sheen(paints: Paints, { design, finish, wear }: Subject): string {
  const { width, height } = design
  const strength = (finish.matte ? 0.35 : 1) * (wear === 'EXCELLENT' ? 1.2 : wear === 'GOOD' ? 0.9 : 0.65)
  const light = lightness(finish.back) > 0.6 ? 0.75 : 0.42
  const band = paints.linear(
    0,
    [0, '#ffffff', 0],
    [0.35, '#ffffff', light * 0.55 * strength],
    [0.65, '#ffffff', light * 0.3 * strength],
    [1, '#ffffff', 0],
  )
  const bend = paints.linear(
    0,
    [0, '#000000', 0.3],
    [0.03, '#ffffff', 0.35],
    [0.09, '#ffffff', 0],
    [0.91, '#000000', 0],
    [0.97, '#000000', 0.12],
    [1, '#000000', 0.36],
  )
  return [
    design.curved ? box(0, 0, width, height, 0, { fill: bend }) : '',
    finish.matte
      ? ''
      : box(0, 0, width * 0.5, height * 1.8, 0, { fill: band, transform: 'rotate(32) translate(14 0)' }),
  ].join('')
}

/** What is particular to a kind of back, beneath the gloss. */
function backing(paints: Paints, { design, finish }: Subject): string[] {
  const { width, height } = design
  const [left, top] = [-width / 2, -height / 2]
  switch (design.back) {
    case 'plain':
      return []
    case 'two-tone':
      return [tag('rect', { x: left, y: top, width, height: 21.5, fill: lighten(finish.back, 0.3), fillOpacity: 0.75 })]
    case 'leather':
      return grain(width, height, finish.back)
    case 'ribbed':
      return Array.from({ length: Math.floor(width / 1.6) }, (_, index) =>
        tag('rect', {
          x: left + index * 1.6,
          y: top,
          width: 0.55,
          height,
          fill: index % 2 ? '#fff' : '#000',
          fillOpacity: 0.07,
        }),
      )
    case 'clear':
      return innards(paints, finish.back, width, height)
  }
}

/** Fine lines across one another, as the pores of leather lie. */
function grain(width: number, height: number, colour: Colour): string[] {
  const bump = lightness(colour) > 0.5 ? '#000' : '#fff'
  const lines = (lean: number, step: number) =>
    Array.from({ length: Math.ceil((height + Math.abs(lean)) / step) }, (_, row) => {
      const y = round(-height / 2 - Math.max(lean, 0) + row * step)
      return `M${-width / 2} ${y}l${width} ${lean}`
    }).join('')
  const stroke = { fill: 'none', stroke: bump, strokeWidth: 0.28 }
  return [
    tag('path', { ...stroke, d: lines(21, 1.1), strokeOpacity: 0.12 }),
    tag('path', { ...stroke, d: lines(-34, 1.3), strokeOpacity: 0.1 }),
    tag('path', { ...stroke, d: lines(-4, 2.3), strokeOpacity: 0.07, stroke: '#000' }),
  ]
}

/** A see-through back: the charging coil, the covers with their screws, and strips of light. */
function innards(paints: Paints, colour: Colour, width: number, height: number): string[] {
  const dark = lightness(colour) < 0.4
  const [low, high] = dark
    ? [lighten(colour, 0.07), lighten(colour, 0.16)]
    : [darken(colour, 0.07), lighten(colour, 0.35)]
  const line = dark ? lighten(colour, 0.28) : darken(colour, 0.22)
  const cover = paints.linear(60, [0, high], [1, low])
  const edge = { stroke: line, strokeWidth: 0.3 }
  const glow = { fill: 'none', stroke: dark ? '#f4f7ff' : '#ffffff', strokeWidth: 1.7, strokeLinecap: 'round' }
  const screws: [number, number][] = [
    [-27, -24],
    [27, -24],
    [-27, 30],
    [27, 30],
    [0, 64],
    [27, -64],
  ]
  return [
    box(-1, -height / 2 + 26, width - 11, 40, 9, { fill: cover, ...edge }),
    box(0, 3, width - 9, 58, 7, { fill: cover, ...edge }),
    box(0, height / 2 - 22, width - 9, 36, 9, { fill: cover, ...edge }),
    ...[22, 19.6, 17.2].map(r => circle(0, 3, r, { fill: 'none', stroke: line, strokeWidth: 1, strokeOpacity: 0.7 })),
    circle(0, 3, 12, { fill: low, ...edge }),
    ...screws.map(([x, y]) => circle(x, y, 1, { fill: line })),
    tag('path', { d: 'M0 -25A28 28 0 0 1 27 -4', ...glow }),
    tag('path', { d: 'M-27 10A28 28 0 0 0 2 31', ...glow }),
    tag('path', { d: 'M14 -62L27 -47', ...glow }),
    tag('path', { d: `M0 ${height / 2 - 32}V${height / 2 - 14}`, ...glow }),
  ]
}
