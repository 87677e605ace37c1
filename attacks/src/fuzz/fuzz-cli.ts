import { parseArgs } from 'node:util'
import { createMarket } from '@second-ring/testkit'
import { heldBytes } from './memory.ts'
import { type Figures, runFuzz } from './run-fuzz.ts'

const MINUTE_MS = 60_000
const MEGABYTE = 1024 * 1024

/** `pnpm fuzz --minutes 10 --seed 1`: as many rounds as fit, on servers of its own. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } })
  const seed = Number(values.seed ?? Date.now() % 2 ** 31)
  const end = Date.now() + Number(values.minutes) * MINUTE_MS
  if (Number.isNaN(seed) || Number.isNaN(end)) throw new Error('Say how long, and from which seed: --minutes 10 --seed 1')
  say(`seed ${seed}`)
  const market = await createMarket({ webhooks: false, takesPictures: true })
  let held = 0
  const figures = await runFuzz({
    market,
    seed,
    goesOn({ rounds, inputs, violations }) {
      if (rounds === 3) held = heldBytes()
      if (rounds % 20 === 0) say(`${inputs} inputs, ${violations.length} violations`)
      return Date.now() < end
    },
  })
  const grown = Math.round((heldBytes() - held) / MEGABYTE)
  const broken = await market.checkBooks()
  await market.close()
  report(figures)
  say(`memory: ${grown} MB more than after the third round`)
  say(broken.length === 0 ? 'the books are in order' : `the books are not in order:\n${broken.join('\n')}`)
  return figures.violations.length === 0 && broken.length === 0
}

function report({ seed, rounds, inputs, statuses, byTarget, slowest, violations }: Figures): void {
  for (const [target, counts] of Object.entries(byTarget).sort()) say(`${target.padEnd(36)} ${listed(counts)}`)
  say(`${inputs} inputs in ${rounds} rounds from seed ${seed}: ${listed(statuses)}`)
  say(`the slowest took ${slowest.ms} ms: ${slowest.target}`)
  for (const { why, wire, round } of violations) say(`round ${round}: ${why}\n  ${JSON.stringify(wire).slice(0, 2000)}`)
  say(`${violations.length} violations`)
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

// What nobody has caught would have ended the product.
process.on('uncaughtException', error => {
  process.stderr.write(`The product crashed: ${error.stack}\n`)
  process.exit(1)
})

process.exitCode = (await main()) ? 0 : 1
