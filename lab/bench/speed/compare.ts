import { isDeepStrictEqual } from 'node:util'
import { type Bench, inTurn, roundsOf, type Site, type Target } from './bench.ts'
import type { Shot } from './load-cli.ts'
import { type Contender, medianOf, medianRatio, type Statistics } from './measure.ts'
import { bookingsOf, type Face, type Scenario } from './scenarios.ts'
import type { MeasuredServer } from './start-servers.ts'

/** One line of the table: the product, or the bare server that it stands beside. */
export interface Compared {
  scenario: string
  who: string
  figures: Statistics
  /** Requests a second by the bare server's; null for that itself. */
  ratio: number | null
}

export interface Comparison {
  rows: Compared[]
  targets: Target[]
}

/** A read, by both transports, with and without the cache, beside the bare server. */
export async function compareRead(bench: Bench, site: Site, scenario: Scenario): Promise<Comparison> {
  const { rpc, rest, title, isPublic, atLeast } = scenario
  const faces = [{ face: 'tRPC', ...rpc }, ...(rest ? [{ face: 'REST', ...rest }] : [])]
  const contenders = faces.flatMap(({ face, product, bare }) => [
    contender(`bare, ${face}`, site, site.bare, bare),
    ...(isPublic ? [contender(`${face}, cache warm`, site, site.kept, product)] : []),
    contender(`${face}${isPublic ? ', cache off' : ''}`, site, site.read, product),
  ])
  for (const face of faces) await checkSame(site, face)
  const figures = await inTurn(bench, contenders)
  const limits = { ', cache warm': atLeast.kept, ', cache off': atLeast.read, '': undefined }
  const targets = faces.flatMap(({ face }) =>
    Object.entries(limits).flatMap(([mode, limit]): Target[] => {
      if (limit === undefined) return []
      const measured = ratioOf(figures, `${face}${mode}`, `bare, ${face}`)
      return [{ what: `${title}, ${face}${mode}`, measured, limit, kind: 'at least', unit: '×' }]
    }),
  )
  const bareOf = (who: string) => `bare, ${who.split(',')[0]}`
  return { rows: rowsOf(title, figures, bareOf), targets }
}

/** Booking, beside a bare transaction of the same writes. Each phone is booked once. */
export async function compareBooking(bench: Bench, site: Site): Promise<Comparison> {
  const { rounds } = bench.options
  const { bookables } = site.subjects
  const share = Math.floor(bookables.length / 3)
  const each = Math.floor(share / (rounds + 1))
  const kinds = { 'bare, transaction': 'bare', tRPC: 'rpc', REST: 'rest' } as const
  const contenders = Object.entries(kinds).map(([name, kind], index): Contender => {
    const shots = bookingsOf(bookables.slice(index * share, (index + 1) * share), site.subjects)[kind]
    const server = kind === 'bare' ? site.bare : site.kept
    const shotsOf = (round: number) => shots.slice((round + 1) * each, (round + 2) * each)
    return { name, server, database: site.database, shotsOf, isOnce: true }
  })
  const figures = await inTurn(bench, contenders)
  const bare = 'bare, transaction'
  const targets = ['tRPC', 'REST'].map((face): Target => {
    const measured = ratioOf(figures, face, bare)
    return { what: `Booking, ${face}`, measured, limit: 0.6, kind: 'at least', unit: '×' }
  })
  return { rows: rowsOf('Booking', figures, () => bare), targets }
}

export function contender(
  name: string,
  { database }: Pick<Site, 'database'>,
  server: MeasuredServer,
  shots: Shot[],
): Contender {
  return { name, server, database, shotsOf: () => shots }
}

export function rowsOf(
  scenario: string,
  figures: Map<string, Statistics[]>,
  bareOf: (who: string) => string,
): Compared[] {
  return [...figures].map(([who, rounds]) => {
    const ratio = who.startsWith('bare') ? null : ratioOf(figures, who, bareOf(who))
    return { scenario, who, figures: medianOf(rounds), ratio }
  })
}

function ratioOf(figures: Map<string, Statistics[]>, ours: string, theirs: string): number {
  return medianRatio(roundsOf(figures, ours), roundsOf(figures, theirs), ({ perSecond }) => perSecond)
}

/** @throws Error when the bare server answers something else than the product: then there is nothing to compare */
async function checkSame(site: Site, { product, bare }: Face): Promise<void> {
  for (const [index, shot] of product.slice(0, 20).entries()) {
    const theirs = bare[index]
    if (!theirs) throw new Error(`${shot.path} has nothing to be compared with`)
    const [ours, same] = [await answerOf(site.read, shot), await answerOf(site.bare, theirs)]
    if (!isDeepStrictEqual(ours, same)) {
      throw new Error(`${theirs.path} answers\n${JSON.stringify(same)}\nand ${shot.path}\n${JSON.stringify(ours)}`)
    }
  }
}

async function answerOf({ url }: MeasuredServer, { path, headers = {} }: Shot): Promise<unknown> {
  return (await fetch(url + path, { headers })).json()
}
