import { poolOf } from '@second-ring/database/pool-of'
import { createMarket } from '@second-ring/testkit'
import { measureDefaults, measureProduct } from './measure-jobs.ts'

// How many jobs one process works off a second, beside pg-boss' own defaults: `pnpm bench:jobs`. A minute; exit code 1
// when it is fewer than promised.
const PROMISED = 500
const JOBS = 10_000
const DEFAULTS_S = 10

const say = (text: string) => process.stdout.write(`${text}\n`)
const figure = (perSecond: number) => perSecond.toFixed(perSecond < 10 ? 1 : 0)

const market = await createMarket()
const databaseUrl = `${poolOf(market.database).options.connectionString}`
const kinds = {
  'an empty job': async () => undefined,
  'a job of one statement': async ({ listingId }: { listingId: string }) => {
    await market.database.listing.findUnique({ where: { id: listingId }, select: { id: true } })
  },
}
const slow: string[] = []
try {
  for (const [kind, work] of Object.entries(kinds)) {
    const defaults = await measureDefaults(databaseUrl, { seconds: DEFAULTS_S, work })
    const product = await measureProduct(databaseUrl, { jobs: JOBS, work })
    const ratio = Math.round(product.perSecond / defaults.perSecond)
    say(`${kind}: ${figure(product.perSecond)}/s, with the defaults ${figure(defaults.perSecond)}/s: ${ratio} times`)
    if (product.perSecond < PROMISED) slow.push(kind)
  }
} finally {
  await market.close()
}
for (const kind of slow) say(`NOT KEPT: ${PROMISED} a second of ${kind}`)
process.exit(slow.length > 0 ? 1 : 0)
