/** `#rrggbb`. */
export type Colour = `#${string}`

/** The colour that is `share` (0 to 1) of the way from `from` to `to`. */
export function mix(from: Colour, to: Colour, share: number): Colour {
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((value, index) => Math.round(value + ((b[index] ?? value) - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

export const lighten = (colour: Colour, share: number): Colour => mix(colour, '#ffffff', share)
export const darken = (colour: Colour, share: number): Colour => mix(colour, '#000000', share)

/** How light a colour looks, from 0 to 1. */
export function lightness(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255
}

function channels(colour: Colour): number[] {
  return [1, 3, 5].map(start => Number.parseInt(colour.slice(start, start + 2), 16))
}
