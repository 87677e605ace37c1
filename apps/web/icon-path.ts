/** A shape of an icon: its tag and its attributes, as SVG has them. */
export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

const START = /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)\s*/

/**
 * The shapes of an icon as one path, which strokes the same.
 * @throws Error for a shape that is none of a path, circle, ellipse, rect, line or polyline, or that has a paint of its own
 */
export function iconPath(shapes: readonly Shape[]): string {
  return shapes.map(pathOf).join('')
}

function pathOf([tag, attributes]: Shape): string {
  const { d = '', points = '', fill } = attributes
  const of = (name: string) => Number(attributes[name] ?? 0)
  // The stroke of a dot, 2 wide, covers what is inside.
  if (fill && (tag !== 'circle' || of('r') > 1)) throw new Error(`An icon with a ${tag} of its own fill`)
  if (tag === 'path') return fromAbsolute(d)
  if (tag === 'circle') return oval(of('cx'), of('cy'), { rx: of('r'), ry: of('r') })
  if (tag === 'ellipse') return oval(of('cx'), of('cy'), { rx: of('rx'), ry: of('ry') })
  if (tag === 'line') return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`
  if (tag === 'polyline') return `M${points}`
  if (tag === 'rect') return rectangle(attributes)
  throw new Error(`An icon with a ${tag}`)
}

// A path's first move is from the corner; behind another path it would be from where that one ends.
function fromAbsolute(d: string): string {
  const start = START.exec(d)
  if (!start) return d
  const rest = d.slice(start[0].length)
  return `M${start[1]} ${start[2]}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`
}

function oval(cx: number, cy: number, { rx, ry }: { rx: number; ry: number }): string {
  return `M${round(cx - rx)} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
}

function rectangle(attributes: Readonly<Record<string, string>>): string {
  const { x = '0', y = '0', width = '0', height = '0', rx = attributes.ry ?? '0' } = attributes
  const r = Number(rx)
  if (attributes.ry && attributes.ry !== rx) throw new Error('An icon with a rect of uneven corners')
  const across = round(Number(width) - 2 * r)
  const down = round(Number(height) - 2 * r)
  const turn = (dx: number, dy: number) => (r ? `a${r} ${r} 0 0 1 ${dx} ${dy}` : '')
  return [
    `M${round(Number(x) + r)} ${y}h${across}${turn(r, r)}v${down}${turn(-r, r)}`,
    `h${-across}${turn(-r, -r)}v${-down}${turn(r, -r)}z`,
  ].join('')
}

function round(length: number): number {
  return Math.round(length * 1000) / 1000
}
