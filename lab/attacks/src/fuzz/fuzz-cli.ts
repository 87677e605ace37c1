import { parseArgs } from 'node:util'
import { createMarket } from '@second-ring/testkit'
import { heldMegabytes, steadyGrowth } from './memory.ts'
import { withRoutes } from './route-table.ts'
import { runFuzz } from './run-fuzz.ts'
import type { Counts, Statistics, Violation } from './statistics.ts'
import { targetsOf } from './targets.ts'

/** Rounds after which what is made once, such as prepared statements, is there. */
const WARM_UP = 2
const GROWTH_MAX_MB = 64

/** `pnpm fuzz --seed 1 --count 30000`: at least so many inputs, on servers of its own. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string' },
      count: { type: 'string', default: '30000' },
      'trust-email': { type: 'boolean', default: false },
    },
  })
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
  const count = Number(values.count)
  if (!Number.isInteger(seed) || !Number.isInteger(count)) throw new Error('Give whole numbers: --seed 1 --count 30000')
  const { opened: market, routes } = await withRoutes(() =>
    createMarket({
      webhooks: false,
      takesPictures: true,
      accountLimits: 'all=1000000',
      trustsEmail: values['trust-email'],
    }),
  )
  const targets = targetsOf(routes)
  say(`seed ${seed}, ${targets.length} targets, at least ${count} inputs`)
  const before = heldMegabytes()
  const started = performance.now()
  let shown = 0
  const figures = await runFuzz({
    market,
    targets,
    seed,
    perTarget: 12,
    perLeaf: 4,
    goesOn({ rounds, total, violations, held }) {
      say(`round ${rounds}: ${total.inputs} inputs, ${violations.length} violations, ${megabytes(held.at(-1) ?? 0)}`)
      // At once, for a run of hours.
      for (const violation of violations.slice(shown)) say(told(violation))
      shown = violations.length
      return total.inputs < count
    },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const broken = await market.checkLedger()
  await market.close()

  report(figures)
  say(`took ${seconds} s; memory before: ${megabytes(before)}, after: ${megabytes(figures.held.at(-1) ?? 0)}`)
  const grown = steadyGrowth(figures.held.slice(WARM_UP))
  say(`memory: the last third of the rounds holds ${megabytes(grown)} more than the first (at most ${GROWTH_MAX_MB})`)
  say(broken.length === 0 ? 'the books are in order' : `the books are not in order:\n${broken.join('\n')}`)
  const isWell = figures.violations.length === 0 && broken.length === 0 && grown <= GROWTH_MAX_MB
  say(isWell ? 'no violations' : `VIOLATIONS: to see them again, pnpm fuzz --seed ${seed} --count ${count}`)
  return isWell
}

function report({ seed, rounds, total, good, byTarget, statuses, slowest }: Statistics): void {
  for (const [target, counts] of Object.entries(byTarget).sort()) say(`${target.padEnd(36)} ${listed(counts)}`)
  say(`all, ${rounds} rounds from seed ${seed}: ${listed(total)}`)
  say(`good by their schemas: ${listed(good)}`)
  say(
    `statuses: ${Object.entries(statuses)
      .map(each => each.join(': '))
      .join(', ')}`,
  )
  say(`the slowest took ${slowest.ms} ms: ${slowest.target}`)
}

function listed({ inputs, accepted, refused, closed }: Counts): string {
  return `${inputs} inputs, ${accepted} accepted, ${refused} refused, ${closed} closed`
}

function told({ target, why, wire, seed, path, round }: Violation): string {
  const short = { ...wire, body: wire.body?.slice(0, 2000) }
  return `VIOLATION by ${target} in round ${round} (seed ${seed}, path ${path})\n  ${why}\n  ${JSON.stringify(short)}`
}

function megabytes(count: number): string {
  return `${count.toFixed(1)} MB`
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
