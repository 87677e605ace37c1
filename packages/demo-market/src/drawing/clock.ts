import { group, round, tag } from './svg.ts'

// Digits as lines in a box 6 wide and 10 high: no font is needed, so the pictures are the same everywhere.
const digits: Record<string, string> = {
  '0': 'M3 0C5 0 6 2 6 5S5 10 3 10 0 8 0 5 1 0 3 0',
  '1': 'M1 2.2L3.6 0V10',
  '2': 'M.2 2.6C.4 1 1.5 0 3 0 4.8 0 5.8 1.1 5.8 2.6 5.8 5 .4 7.4 .2 10H6',
  '3': 'M.4 1.9C.9 .7 1.8 0 3 0 4.6 0 5.6 1 5.6 2.4S4.5 4.8 2.7 4.8C4.8 4.8 6 5.9 6 7.4S4.8 10 3 10C1.5 10 .5 9.2 .1 7.9',
  '4': 'M4.5 10V0L0 7H6',
  '5': 'M5.4 0H1.2L.7 4.7C1.3 4.1 2.1 3.8 3 3.8 4.8 3.8 6 5.1 6 6.9S4.8 10 3 10C1.6 10 .6 9.3 .1 8.2',
  '6': 'M4.6 0C2 1.6 0 4.2 0 6.9 0 8.8 1.3 10 3 10S6 8.7 6 6.9 4.8 3.9 3 3.9 .2 5 .1 6.6',
  '7': 'M0 0H6L2.2 10',
  '8': 'M3 4.7C1.4 4.7 .5 3.8 .5 2.4S1.5 0 3 0 5.5 1 5.5 2.4 4.6 4.7 3 4.7C1.2 4.7 0 5.8 0 7.3S1.2 10 3 10 6 8.8 6 7.3 4.8 4.7 3 4.7',
  '9': 'M1.4 10C4 8.4 6 5.8 6 3.1 6 1.2 4.7 0 3 0S0 1.3 0 3.1 1.2 6.1 3 6.1 5.8 5 5.9 3.4',
}

/** A time such as `10:24`, white, around a point; `height` in the drawing's units. */
export function clock(
  time: string,
  { cx, cy, height, weight }: { cx: number; cy: number; height: number; weight: number },
): string {
  const advance = (character: string) => (character === ':' ? 4 : 8.4)
  const width = [...time].reduce((sum, character) => sum + advance(character), 0) - 2.4
  let x = 0
  const strokes = [...time].map(character => {
    const at = x
    x += advance(character)
    if (character === ':')
      return tag('path', { d: `M${round(at + 0.8)} 3V3.01M${round(at + 0.8)} 7V7.01`, strokeWidth: weight * 1.5 })
    return tag('path', { d: digits[character] ?? '', transform: `translate(${round(at)} 0)` })
  })
  const scale = height / 10
  const attributes = {
    transform: `translate(${round(cx - (width * scale) / 2)} ${round(cy - height / 2)}) scale(${round(scale)})`,
    fill: 'none',
    stroke: '#fff',
    strokeWidth: weight,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  }
  return group(attributes, ...strokes)
}
