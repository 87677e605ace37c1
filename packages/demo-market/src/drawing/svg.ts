import type { Colour } from './colour.ts'

type Attributes = Record<string, string | number | undefined>

/** One element; numbers are rounded, attributes that are undefined are left out. `fillOpacity` becomes `fill-opacity`. */
export function tag(name: string, attributes: Attributes, ...children: string[]): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        ` ${key.replace(/[A-Z]/g, '-$&').toLowerCase()}="${typeof value === 'number' ? round(value) : value}"`,
    )
    .join('')
  return children.length > 0 ? `<${name}${written}>${children.join('')}</${name}>` : `<${name}${written}/>`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function group(attributes: Attributes, ...children: string[]): string {
  return tag('g', attributes, ...children)
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return tag('circle', { cx, cy, r, ...attributes })
}

/** A rectangle with round corners, around its middle. */
export function box(cx: number, cy: number, width: number, height: number, rx: number, attributes: Attributes): string {
  return tag('rect', { x: cx - width / 2, y: cy - height / 2, width, height, rx, ...attributes })
}

/** The outline of a phone around the origin: corners that turn in gradually, as if cast. */
export function outline(width: number, height: number, radius: number): string {
  const [x, y] = [round(width / 2), round(height / 2)]
  const reach = Math.min(radius * 1.25, x, y)
  const [turnX, turnY] = [round(x - reach), round(y - reach)]
  const [bendX, bendY] = [round(x - radius * 0.364), round(y - radius * 0.364)]
  return [
    `M${-turnX} ${-y}H${turnX}C${bendX} ${-y} ${x} ${-bendY} ${x} ${-turnY}`,
    `V${turnY}C${x} ${bendY} ${bendX} ${y} ${turnX} ${y}`,
    `H${-turnX}C${-bendX} ${y} ${-x} ${bendY} ${-x} ${turnY}`,
    `V${-turnY}C${-x} ${-bendY} ${-bendX} ${-y} ${-turnX} ${-y}Z`,
  ].join('')
}

export type Stop = readonly [offset: number, colour: Colour, opacity?: number]

/** The gradients and clips of one picture. Each method answers what a `fill` or `clip-path` attribute takes. */
export type Paints = {
  /** Across the shape, at `angle` degrees: 0 from left to right, 90 from top to bottom. */
  linear(angle: number, ...stops: Stop[]): string
  /** Around a point of the shape; the numbers are shares of its size. */
  radial(centre: { x?: number; y?: number; r?: number; fx?: number; fy?: number }, ...stops: Stop[]): string
  clip(shape: string): string
  /** The `<defs>` of all that was asked for. */
  definitions(): string
}

export function paintsOf(): Paints {
  const ids = new Map<string, string>()
  const reference = (definition: (id: string) => string): string => {
    const key = definition('')
    const id = ids.get(key) ?? `p${ids.size}`
    ids.set(key, id)
    return `url(#${id})`
  }
  return {
    linear(angle, ...stops) {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180) / 2, Math.sin((angle * Math.PI) / 180) / 2]
      const ends = { x1: 0.5 - dx, y1: 0.5 - dy, x2: 0.5 + dx, y2: 0.5 + dy }
      return reference(id => tag('linearGradient', { id, ...ends }, ...stops.map(stop)))
    },
    radial({ x = 0.5, y = 0.5, r = 0.5, fx, fy }, ...stops) {
      return reference(id => tag('radialGradient', { id, cx: x, cy: y, r, fx, fy }, ...stops.map(stop)))
    },
    clip: shape => reference(id => tag('clipPath', { id }, shape)),
    definitions: () => tag('defs', {}, ...[...ids].map(([key, id]) => key.replace('id=""', `id="${id}"`))),
  }
}

function stop([offset, colour, opacity]: Stop): string {
  return tag('stop', { offset, stopColor: colour, stopOpacity: opacity })
}
