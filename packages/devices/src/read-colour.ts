import { colourBases } from './listing-words.ts'
import { tokensOf } from './tokens.ts'

type Colour = {
  /** As the maker names it; null when nothing says it, or more than one fits. */
  colour: string | null
  /** The positions of the tokens that are words for colours. */
  used: Set<number>
}

/** The colour in the rest of a name: the maker's own word, or one in a seller's language that means one of them alone. */
export function readColour(tokens: readonly (string | null)[], colours: readonly string[] = []): Colour {
  const used = new Set<number>()
  const named = [...colours]
    .sort((one, other) => other.length - one.length)
    .filter(colour => {
      const words = tokensOf(colour)
      const start = tokens.findIndex((_, index) =>
        words.every((word, n) => tokens[index + n] === word && !used.has(index + n)),
      )
      if (start === -1) return false
      for (const n of words.keys()) used.add(start + n)
      return true
    })
  const bases = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    const base = colourBases.get(token ?? '')
    if (base === undefined) continue
    if (!used.has(index)) bases.add(base)
    used.add(index)
  }
  const [base] = bases
  const meant =
    base === undefined ? [] : colours.filter(colour => tokensOf(colour).some(word => colourBases.get(word) === base))
  const isSaidTwice = bases.size > 0 && named.some(colour => tokensOf(colour).some(word => colourBases.has(word)))
  const fitting = isSaidTwice ? [] : named.length > 0 ? named : bases.size === 1 ? meant : []
  const [colour = null] = fitting
  return { colour: fitting.length === 1 ? colour : null, used }
}
