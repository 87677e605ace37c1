import type { Brand } from '../card/brand.ts'

type Shape = [name: 'rect' | 'circle' | 'path', attributes: Record<string, string | number>]

const card = (fill: string, stroke = 'none'): Shape => [
  'rect',
  { x: 0.5, y: 0.5, width: 23, height: 15, rx: 2.5, fill, stroke },
]
const disc = (cx: number, fill: string, opacity = 1): Shape => ['circle', { cx, cy: 8, r: 4.6, fill, opacity }]
const line = (d: string, stroke: string, width = 1.6): Shape => [
  'path',
  { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
]
const bar = (x: number, fill: string): Shape => ['rect', { x, y: 3, width: 4.6, height: 10, rx: 1.6, fill }]

// Simple drawings of our own in the brands' colours, not their marks.
const icons: Record<Brand, Shape[]> = {
  visa: [
    card('#1a3a8f'),
    line(
      'M4.6 5.5l1.6 5 1.6-5M9.8 5.5v5M14.8 6.2c-1.4-1-3 .1-2.3 1.2.6.9 2.1.8 2.1 1.9 0 1.3-1.6 1.6-2.8.8M16.4 10.5l1.6-5 1.6 5M17 9h2',
      '#fff',
      1.1,
    ),
  ],
  mastercard: [card('#252525'), disc(9.2, '#eb001b'), disc(14.8, '#f79e1b', 0.9)],
  amex: [card('#2671b9'), line('M4 11l2.4-6 2.4 6M4.9 9h3M11 11V5l2 3 2-3v6M17.5 5l3 6M20.5 5l-3 6', '#fff', 1.2)],
  discover: [
    card('#fff', '#d1d5db'),
    ['path', { d: 'M12 15.5c5-.9 9-2.7 11.5-5V13a2.5 2.5 0 01-2.5 2.5z', fill: '#f47216' }],
    disc(12, '#f47216'),
  ],
  diners: [
    card('#fff', '#d1d5db'),
    disc(12, '#0a5ca8'),
    ['path', { d: 'M11 5.2v5.6a3 3 0 010-5.6zM13 5.2v5.6a3 3 0 000-5.6z', fill: '#fff' }],
  ],
  jcb: [card('#fff', '#d1d5db'), bar(4.2, '#0e6bb0'), bar(9.7, '#d8232a'), bar(15.2, '#2f9a41')],
  unionpay: [card('#fff', '#d1d5db'), bar(4.8, '#d8232a'), bar(9.7, '#12558c'), bar(14.6, '#0f7d78')],
  unknown: [
    [
      'rect',
      {
        x: 1,
        y: 1,
        width: 22,
        height: 14,
        rx: 2.2,
        fill: 'none',
        stroke: 'var(--icon-color, currentColor)',
        'stroke-width': 1.4,
      },
    ],
    ['path', { d: 'M1 4.4h22v2.4H1z', fill: 'var(--icon-color, currentColor)' }],
  ],
}

/** Draws the brand of the number; while something is wrong, the plain card in the style's `iconColor`. */
export function drawIcon(shown: { brand: Brand; isInvalid: boolean; isHidden: boolean }): void {
  const place = document.getElementById('icon')
  if (!place) return
  const name = shown.isInvalid ? 'unknown' : shown.brand
  place.hidden = shown.isHidden
  if (place.dataset.brand === name) return
  place.dataset.brand = name
  const svg = element('svg', { viewBox: '0 0 24 16', width: 24, height: 16 })
  svg.append(...icons[name].map(([tag, attributes]) => element(tag, attributes)))
  place.replaceChildren(svg)
}

function element(tag: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value))
  return made
}
