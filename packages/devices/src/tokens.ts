/**
 * The words and numbers of a name, in lower case: `Galaxy S21+ 5G` is galaxy, s, 21, plus, 5g. Letters and digits are
 * apart, since sellers write `iphone13` and `S 21` too.
 */
export function tokensOf(text: string): string[] {
  return (
    plain(text)
      .replaceAll('&', ' and ')
      .replace(/(?<=[a-z0-9])\+/g, ' plus ')
      .replace(/(?<=\d)(?:st|nd|rd|th)\b/g, ' ')
      .replace(/\bgeneration\b/g, 'gen')
      .match(/[2-5]g(?![a-z0-9])|\d+(?:\.\d+)?|[a-z]+/g) ?? []
  )
}

/** In lower case and without accents. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase()
}

/** Tokens as one word, so that it does not matter where a writer puts blanks; two numbers stay two. */
export function keyOf(tokens: readonly string[]): string {
  return tokens
    .join(' ')
    .replace(/(?<=\d) (?=\d)/g, '|')
    .replaceAll(' ', '')
}

/** Whether it is a generation of the mobile network, which sellers often leave out. */
export function isNetwork(token: string): boolean {
  return /^(?:[2-5]g|lte)$/.test(token)
}

export function isNumber(token: string): boolean {
  return /^\d/.test(token) && !isNetwork(token)
}
