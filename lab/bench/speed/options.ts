import { parseArgs } from 'node:util'

export interface Options {
  /** How many listings the catalogues hold, ascending; the last is the one that the targets are about. */
  sizes: number[]
  /** How long each measurement takes. */
  seconds: number
  rounds: number
  /** Names of parts, such as `category` or `growth`; all of them when empty. */
  only: string[]
  /** How long the memory is watched under load. */
  minutes: number
  connections: number
  /** Whether only the table of the last run is wanted. */
  isLast: boolean
}

const USAGE = `pnpm bench [--sizes 10000,100000,1000000] [--seconds 2] [--rounds 5] [--minutes 0.5] [--connections 32]
           [--only category,home,listing,search,orders,page,booking,growth,paging,memory,freshness] [--last]
The table goes to standard output as Markdown, with all figures to .data/bench/results.json. --last prints the last again.`

/** @throws Error that says how it is called */
export function readOptions(args: string[]): Options {
  const text = (value: string) => ({ type: 'string', default: value }) as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        sizes: text('10000,100000,1000000'),
        seconds: text('2'),
        rounds: text('5'),
        only: text(''),
        minutes: text('0.5'),
        connections: text('32'),
        last: { type: 'boolean', default: false },
      },
    })
    return {
      sizes: values.sizes
        .split(',')
        .map(positive)
        .sort((a, b) => a - b),
      seconds: positive(values.seconds),
      rounds: positive(values.rounds),
      only: values.only.split(',').filter(name => name !== ''),
      minutes: positive(values.minutes),
      connections: positive(values.connections),
      isLast: values.last,
    }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

function positive(text: string): number {
  const number = Number(text.replaceAll('_', ''))
  if (!(number > 0)) throw new Error(`${text} is not a number above nothing`)
  return number
}
