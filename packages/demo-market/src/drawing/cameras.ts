import { type Colour, darken, lighten, mix } from './colour.ts'
import type { Finish, PhoneDesign } from './design.ts'
import { dot, flash, islandShadow, lens, plate } from './lens.ts'
import { box, circle, group, type Paints, tag } from './svg.ts'

type Canvas = { paints: Paints; left: number; top: number; width: number; plateColour: Colour; ring: Colour }

/** The manners in which phones carry their cameras; the back is seen upright, with the origin in its middle. */
const layouts = {
  diagonal: ({ paints, left, top, plateColour, ring }: Canvas) =>
    plate(paints, { cx: left + 18, cy: top + 18, width: 28, height: 28, rx: 8 }, plateColour) +
    lens(paints, left + 12.2, top + 12.2, 6, ring) +
    lens(paints, left + 23.8, top + 23.8, 6, ring) +
    flash(paints, left + 24.6, top + 11.6, 2) +
    dot(left + 11.6, top + 24.4, 0.6),

  triangle: ({ paints, left, top, plateColour, ring }: Canvas) =>
    plate(paints, { cx: left + 20.5, cy: top + 20.5, width: 34, height: 34, rx: 9.5 }, plateColour) +
    lens(paints, left + 12.8, top + 12.8, 6.6, ring) +
    lens(paints, left + 12.8, top + 28.4, 6.6, ring) +
    lens(paints, left + 27.6, top + 20.5, 6.6, ring) +
    flash(paints, left + 30, top + 9.6, 2.1) +
    circle(left + 30, top + 31.4, 2.1, { fill: '#0b0c10', stroke: '#333842', strokeWidth: 0.25 }) +
    dot(left + 23, top + 32.6, 0.5),

  upright: ({ paints, left, top, plateColour, ring }: Canvas) =>
    plate(paints, { cx: left + 12.5, cy: top + 20, width: 17, height: 33, rx: 8.5 }, plateColour) +
    lens(paints, left + 12.5, top + 12, 6.4, ring) +
    lens(paints, left + 12.5, top + 28, 6.4, ring) +
    flash(paints, left + 26, top + 12, 1.8) +
    dot(left + 26, top + 17.5, 0.5),

  single: ({ paints, left, top, ring }: Canvas) =>
    lens(paints, left + 11, top + 11, 4.6, ring) +
    dot(left + 18.4, top + 11, 0.5) +
    flash(paints, left + 23, top + 11, 2),

  column: ({ paints, left, top, ring }: Canvas) =>
    lens(paints, left + 11.5, top + 12.5, 6.2, ring) +
    lens(paints, left + 11.5, top + 28.5, 6.2, ring) +
    lens(paints, left + 11.5, top + 44.5, 6.2, ring) +
    flash(paints, left + 24.5, top + 20.5, 1.7) +
    lens(paints, left + 24.5, top + 36.5, 3, ring),

  pair: ({ paints, left, top, ring }: Canvas) =>
    lens(paints, left + 12, top + 13, 6, ring) +
    lens(paints, left + 12, top + 28.5, 6, ring) +
    flash(paints, left + 24, top + 13, 1.8),

  visor: ({ paints, top, width, plateColour }: Canvas) => {
    const cy = top + 31
    const glass = paints.linear(70, [0, '#3a3d45'], [0.35, '#15171c'], [1, '#07080b'])
    const rim = paints.linear(90, [0, lighten(plateColour, 0.5)], [0.5, plateColour], [1, darken(plateColour, 0.4)])
    return [
      tag('rect', { x: -width / 2, y: cy - 9.6, width, height: 21, fill: '#000', fillOpacity: 0.14 }),
      tag('rect', { x: -width / 2, y: cy - 9.6, width, height: 19.4, fill: rim }),
      tag('rect', { x: -width / 2 + 1, y: cy - 8, width: width - 2, height: 16, fill: glass }),
      lens(paints, -width / 2 + 15, cy, 5.8, '#3c4049'),
      lens(paints, -width / 2 + 29.5, cy, 5.8, '#3c4049'),
      flash(paints, width / 2 - 13, cy, 1.9),
    ].join('')
  },

  bar: ({ paints, top, width, plateColour, ring }: Canvas) => {
    const cy = top + 24
    const glass = paints.linear(70, [0, '#41454e'], [0.3, '#181a20'], [1, '#08090c'])
    return [
      plate(paints, { cx: 0, cy, width: width - 9, height: 20.5, rx: 10.2 }, plateColour),
      box(-8, cy, width - 28, 15.4, 7.7, { fill: glass }),
      lens(paints, -width / 2 + 15.5, cy, 5.7, ring),
      lens(paints, -width / 2 + 29, cy, 5.7, ring),
      lens(paints, -width / 2 + 41.5, cy, 4.6, ring),
      flash(paints, width / 2 - 13, cy - 2, 2),
      dot(width / 2 - 13, cy + 4, 0.6),
    ].join('')
  },

  discLeft: ({ paints, left, top, plateColour, ring }: Canvas) => {
    const [cx, cy, r] = [left + 26, top + 29, 20.5]
    const face = paints.radial({ x: 0.35, y: 0.3, r: 0.85 }, [0, '#4a4e57'], [0.5, '#1d2026'], [1, '#0c0d11'])
    const rim = paints.linear(
      45,
      [0, lighten(ring, 0.6)],
      [0.5, darken(ring, 0.1)],
      [0.75, lighten(ring, 0.35)],
      [1, darken(ring, 0.4)],
    )
    return [
      islandShadow(cx, cy, r),
      circle(cx, cy, r, { fill: rim }),
      circle(cx, cy, r - 1.5, { fill: face }),
      circle(cx, cy, r - 1.5, { fill: 'none', stroke: plateColour, strokeOpacity: 0.35, strokeWidth: 0.3 }),
      lens(paints, cx - 7.6, cy - 7.6, 6, '#555b66'),
      lens(paints, cx + 7.6, cy - 7.6, 6, '#555b66'),
      lens(paints, cx - 7.6, cy + 7.6, 6, '#555b66'),
      flash(paints, cx + 7.6, cy + 7.6, 2.6),
    ].join('')
  },

  discCentre: ({ paints, top, plateColour, ring }: Canvas) => {
    const [cy, r] = [top + 31, 18.5]
    const rim = paints.linear(45, [0, lighten(ring, 0.7)], [0.5, darken(ring, 0.2)], [1, lighten(ring, 0.2)])
    const face = paints.radial(
      { x: 0.35, y: 0.3, r: 0.9 },
      [0, lighten(plateColour, 0.16)],
      [0.6, plateColour],
      [1, darken(plateColour, 0.4)],
    )
    return [
      islandShadow(0, cy, r),
      circle(0, cy, r, { fill: rim }),
      circle(0, cy, r - 1.1, { fill: face }),
      lens(paints, 0, cy - 9, 5.2, ring),
      lens(paints, -9, cy, 5.2, ring),
      lens(paints, 9, cy, 5.2, ring),
      flash(paints, 0, cy + 9.6, 2.3),
      circle(0, cy, 1.2, { fill: '#111318' }),
    ].join('')
  },

  quad: ({ paints, left, top, ring }: Canvas) => {
    const [cx, cy] = [left + 23, top + 24]
    return [
      plate(paints, { cx, cy, width: 38, height: 38, rx: 10 }, '#1a1c21'),
      tag('path', {
        d: `M${cx - 17} ${cy - 10}V${cy - 8}Q${cx - 17} ${cy - 17} ${cx - 8} ${cy - 17}H${cx + 14}L${cx - 17} ${cy + 12}Z`,
        fill: '#fff',
        fillOpacity: 0.06,
      }),
      lens(paints, cx - 9.2, cy - 9.2, 6.9, ring),
      lens(paints, cx + 9.2, cy - 9.2, 6.9, ring),
      lens(paints, cx - 9.2, cy + 9.2, 6.9, ring),
      lens(paints, cx + 9.2, cy + 9.2, 4.4, ring),
      flash(paints, cx, cy, 1.7),
    ].join('')
  },

  block: ({ paints, left, top, plateColour, ring }: Canvas) => {
    const [cx, cy] = [left + 22, top + 24]
    return [
      plate(paints, { cx, cy, width: 31, height: 34, rx: 7 }, plateColour),
      lens(paints, cx - 6.8, cy - 8, 5.6, ring),
      lens(paints, cx - 6.8, cy + 8, 5.6, ring),
      lens(paints, cx + 7.4, cy - 8, 4, ring),
      flash(paints, cx + 7.4, cy + 8, 2.2),
    ].join('')
  },

  strip: ({ paints, left, top, ring }: Canvas) =>
    plate(paints, { cx: left + 11, cy: top + 25.5, width: 13.5, height: 41, rx: 6.7 }, '#16181c') +
    lens(paints, left + 11, top + 12.5, 4.6, ring) +
    lens(paints, left + 11, top + 24, 4.6, ring) +
    lens(paints, left + 11, top + 35.5, 4.6, ring) +
    flash(paints, left + 11, top + 43, 1.1) +
    dot(left + 21.5, top + 12.5, 0.6),

  trefoil: ({ paints, left, top, plateColour, ring }: Canvas) => {
    const [cx, cy] = [left + 23, top + 23]
    const pods: [number, number][] = [
      [-8.6, -8],
      [8.6, -8],
      [-8.6, 9],
    ]
    const colour = mix(plateColour, '#0c0d10', 0.75)
    return [
      ...pods.map(([x, y]) => plate(paints, { cx: cx + x, cy: cy + y, width: 16, height: 16, rx: 8 }, colour)),
      ...pods.map(([x, y]) => lens(paints, cx + x, cy + y, 6, ring)),
      flash(paints, cx + 8.6, cy + 9, 2.4),
    ].join('')
  },

  ring: ({ paints, top, plateColour, ring }: Canvas) => {
    const [cy, r] = [top + 33, 22]
    const rim = paints.linear(
      60,
      [0, lighten(ring, 0.75)],
      [0.35, ring],
      [0.6, darken(ring, 0.35)],
      [1, lighten(ring, 0.4)],
    )
    return [
      islandShadow(0, cy, r),
      circle(0, cy, r, { fill: rim }),
      circle(0, cy, r - 1.3, { fill: '#101216' }),
      circle(0, cy, 8.2, { fill: plateColour, stroke: rim, strokeWidth: 0.7 }),
      ...[45, 135, 225].map(angle => {
        const turn = (angle * Math.PI) / 180
        return lens(paints, Math.cos(turn) * 14.4, cy + Math.sin(turn) * 14.4, 5.1, '#4b505a')
      }),
      flash(paints, Math.cos(-Math.PI / 4) * 14.4, cy + Math.sin(-Math.PI / 4) * 14.4, 2.2),
    ].join('')
  },

  eyes: ({ paints, top, left, plateColour, ring }: Canvas) => {
    const cx = left + 19
    const rim = paints.linear(60, [0, lighten(ring, 0.7)], [0.5, darken(ring, 0.15)], [1, lighten(ring, 0.3)])
    return [
      plate(paints, { cx, cy: top + 29, width: 27, height: 47, rx: 13.5 }, plateColour),
      circle(cx, top + 18.5, 10.4, { fill: rim }),
      circle(cx, top + 18.5, 9.6, { fill: '#0d0f13' }),
      circle(cx, top + 39.5, 10.4, { fill: rim }),
      circle(cx, top + 39.5, 9.6, { fill: '#0d0f13' }),
      lens(paints, cx, top + 18.5, 6.8, '#343842'),
      lens(paints, cx, top + 36.6, 4, '#343842'),
      lens(paints, cx, top + 44.4, 2.6, '#343842'),
      flash(paints, cx + 16.5, top + 18.5, 1.8),
    ].join('')
  },
} satisfies Record<string, (canvas: Canvas) => string>

export type CameraLayout = keyof typeof layouts

/** The cameras of a phone, in the back's millimetres. */
export function cameras(paints: Paints, design: PhoneDesign, finish: Finish): string {
  const canvas: Canvas = {
    paints,
    left: -design.width / 2,
    top: -design.height / 2,
    width: design.width,
    plateColour: finish.plate ?? mix(finish.back, finish.frame, 0.15),
    ring: finish.frame,
  }
  return group({}, layouts[design.camera](canvas))
}
