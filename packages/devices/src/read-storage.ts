import { isNumber } from './tokens.ts'

/** Storages that a seller writes without a unit. */
const PLAIN = new Set([32, 64, 128, 256, 512])
const KNOWN = new Set([8, 16, 32, 64, 128, 256, 512, 1024, 2048])
/** Sizes of working memory, in GB. */
const RAM = new Set([2, 3, 4, 6, 8, 12, 16, 18, 24])
const UNITS: Record<string, number> = { gb: 1, go: 1, gig: 1, tb: 1024, to: 1024 }

type Storage = {
  /** In GB; null when nothing says it, or what is said does not fit. */
  gb: number | null
  /** Whether the post says a storage that the model is not sold with, or two of them. */
  isOdd: boolean
  /** The positions of the tokens that say it. */
  used: Set<number>
}

/** The storage in the rest of a name. `8/256 GB` is memory and storage, as sellers write it: see `withoutMemory`. */
export function readStorage(tokens: readonly (string | null)[], storagesGb: readonly number[] | undefined): Storage {
  const used = new Set<number>()
  const found = new Set<number>()
  let isOdd = false
  for (const [index, token] of tokens.entries()) {
    if (token === null || !isNumber(token)) continue
    const unit = UNITS[tokens[index + 1] ?? '']
    const gb = Number(token) * (unit ?? 1)
    const isSold = storagesGb ? storagesGb.includes(gb) : KNOWN.has(gb)
    if (unit ? RAM.has(gb) && !storagesGb?.includes(gb) : false) {
      used.add(index).add(index + 1)
    } else if (unit ? true : storagesGb ? isSold : PLAIN.has(gb)) {
      used.add(index)
      if (unit) used.add(index + 1)
      if (isSold) found.add(gb)
      else isOdd = true
    }
  }
  const [gb = null] = found
  return found.size > 1 ? { gb: null, isOdd: true, used } : { gb, isOdd, used }
}

/** A text without what it says of working memory: `8/256 GB`, `8GB+256GB`, `8 GB RAM`. */
export function withoutMemory(text: string): string {
  return text
    .replace(/\b\d{1,2} ?(?:gb|go) ?ram\b|\bram ?\d{1,2} ?(?:gb|go)\b/g, ' ')
    .replace(
      /(?<![a-z0-9.,])(\d{1,2}) ?(?:gb|go)?( ?)[/+|]\2(\d{2,4})(?= ?(?:gb|go)?(?![a-z0-9]))/g,
      (whole, ram, _blank, storage) =>
        RAM.has(Number(ram)) && Number(storage) > Number(ram) && KNOWN.has(Number(storage)) ? ` ${storage}` : whole,
    )
}
