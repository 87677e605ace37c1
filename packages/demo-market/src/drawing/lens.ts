import { type Colour, darken, lighten } from './colour.ts'
import { box, circle, group, type Paints, tag } from './svg.ts'

/** A camera lens: a metal ring, the black barrel, the coated glass and what it mirrors. */
export function lens(paints: Paints, cx: number, cy: number, r: number, ring: Colour): string {
  const metal = paints.linear(
    50,
    [0, lighten(ring, 0.65)],
    [0.45, ring],
    [0.55, darken(ring, 0.35)],
    [1, lighten(ring, 0.25)],
  )
  const barrel = paints.radial({ fy: 0.35 }, [0, '#2a2f3d'], [0.55, '#12141b'], [1, '#050609'])
  const glass = paints.radial(
    { x: 0.4, y: 0.36, r: 0.75 },
    [0, '#3c4f86'],
    [0.35, '#1b2342'],
    [0.75, '#0a0c16'],
    [1, '#04050a'],
  )
  const coating = paints.linear(
    35,
    [0, '#63d6c5', 0.75],
    [0.4, '#4a54c9', 0.1],
    [0.6, '#7a3fb0', 0.1],
    [1, '#c06bd8', 0.7],
  )
  return group(
    { transform: `translate(${cx} ${cy}) scale(${r})` },
    circle(0.05, 0.1, 1.04, { fill: '#000', fillOpacity: 0.28 }),
    circle(0, 0, 1, { fill: metal }),
    circle(0, 0, 0.86, { fill: '#07080b' }),
    circle(0, 0, 0.8, { fill: barrel, stroke: '#3a3f4a', strokeWidth: 0.02 }),
    circle(0, 0, 0.52, { fill: glass, stroke: '#000', strokeWidth: 0.05 }),
    circle(0, 0, 0.45, { fill: 'none', stroke: coating, strokeWidth: 0.09, strokeOpacity: 0.8 }),
    circle(0, 0, 0.2, { fill: '#020308' }),
    tag('ellipse', {
      cx: -0.17,
      cy: -0.2,
      rx: 0.15,
      ry: 0.09,
      fill: '#fff',
      fillOpacity: 0.85,
      transform: 'rotate(-42 -.17 -.2)',
    }),
    circle(0.2, 0.22, 0.05, { fill: '#cfe0ff', fillOpacity: 0.55 }),
    tag('path', {
      d: 'M-.62 -.28A.68 .68 0 0 1 .1 -.67',
      fill: 'none',
      stroke: '#fff',
      strokeOpacity: 0.3,
      strokeWidth: 0.05,
      strokeLinecap: 'round',
    }),
  )
}

/** A two-tone flash behind its milky window. */
export function flash(paints: Paints, cx: number, cy: number, r: number): string {
  const window = paints.radial({ x: 0.42, y: 0.4 }, [0, '#fffdf4'], [0.5, '#f6e6bd'], [0.85, '#d9c493'], [1, '#b9a67a'])
  return (
    circle(cx, cy, r * 1.12, { fill: '#000', fillOpacity: 0.25 }) +
    circle(cx, cy, r, { fill: window }) +
    circle(cx, cy, r * 0.55, { fill: 'none', stroke: '#fff', strokeOpacity: 0.6, strokeWidth: r * 0.1 })
  )
}

/** A microphone's opening, or a small sensor. */
export function dot(cx: number, cy: number, r: number): string {
  return circle(cx, cy, r, { fill: '#050608' }) + circle(cx - r * 0.25, cy - r * 0.25, r * 0.3, { fill: '#5a6070' })
}

/** The raised plate that carries the lenses, around its middle. */
export function plate(
  paints: Paints,
  { cx, cy, width, height, rx }: { cx: number; cy: number; width: number; height: number; rx: number },
  colour: Colour,
): string {
  const face = paints.linear(55, [0, lighten(colour, 0.2)], [0.5, colour], [1, darken(colour, 0.16)])
  const edge = paints.linear(
    55,
    [0, '#ffffff', 0.75],
    [0.4, '#ffffff', 0.12],
    [0.7, '#000000', 0.1],
    [1, '#000000', 0.45],
  )
  return [
    box(cx + 0.9, cy + 1.5, width + 1, height + 1, rx + 0.5, { fill: '#000', fillOpacity: 0.1 }),
    box(cx + 0.5, cy + 0.9, width + 0.4, height + 0.4, rx + 0.2, { fill: '#000', fillOpacity: 0.2 }),
    box(cx, cy, width, height, rx, { fill: face }),
    box(cx, cy, width - 0.3, height - 0.3, rx - 0.15, { fill: 'none', stroke: edge, strokeWidth: 0.35 }),
  ].join('')
}

/** The shadow of a round island of this size. */
export function islandShadow(cx: number, cy: number, r: number): string {
  return [2.2, 1.5, 0.8]
    .map(grow => circle(cx + grow * 0.5, cy + grow * 0.9, r + grow * 0.5, { fill: '#000', fillOpacity: 0.11 }))
    .join('')
}
