const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * The mappings of a source map with one entry for each line of the sources instead of one for each word: a trace names the
 * same lines, and Node, which makes an object of every entry, keeps an eighth of them.
 * @param mappings as a source map of version 3 has them
 */
export function thinMappings(mappings: string): string {
  // All but a column in the bundle, which counts from its line's beginning, learn as the difference to the one before.
  const read = { source: 0, line: 0, column: 0 }
  let written = { source: 0, line: 0, column: 0 }
  let last = ''
  return mappings
    .split(';')
    .map(entries => {
      let [at, writtenAt] = [0, 0]
      const kept: string[] = []
      for (const entry of entries === '' ? [] : entries.split(',')) {
        const [ahead = 0, source = 0, line = 0, column = 0] = decode(entry)
        at += ahead
        read.source += source
        read.line += line
        read.column += column
        const place = `${read.source}:${read.line}`
        if (place === last) continue
        const told = [read.source - written.source, read.line - written.line, read.column - written.column]
        kept.push([at - writtenAt, ...told].map(encode).join(''))
        written = { ...read }
        writtenAt = at
        last = place
      }
      return kept.join(',')
    })
    .join(';')
}

/** Numbers of five bits a digit, the lowest first; the sixth says that more come, and the lowest of all is the sign. */
function decode(text: string): number[] {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (const sign of text) {
    const digit = DIGITS.indexOf(sign)
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1)
    value = 0
    shift = 0
  }
  return numbers
}

function encode(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1
  let text = ''
  do {
    const more = rest >>> 5 > 0
    text += DIGITS[(rest & 31) | (more ? 32 : 0)]
    rest >>>= 5
  } while (rest > 0)
  return text
}
