import { formatCents, parseDollars } from '@second-ring/contracts/money'
import * as z from 'zod/mini'
import { listFees } from '#fees/list-fees.ts'
import { setFee } from '#fees/set-fee.ts'
import { findCategory } from './categories.ts'
import { type Command, UsageError } from './command.ts'
import { withDatabase } from './with-database.ts'

const set: Command = {
  words: 'fee set',
  parameters: '--percent NUMBER [--minimum DOLLARS] [--category CATEGORY | --seller EMAIL] [--from DATE]',
  summary: 'sets what the platform keeps of each sale that is booked from now, or from a later date, on',
  takes: 0,
  options: ['percent', 'minimum', 'category', 'seller', 'from'],
  async run({ options: { percent = '', minimum = '0', category, seller, from } }, terminal) {
    // Two decimals of a percent are as exact as two of a dollar.
    const basisPoints = parseDollars(percent)
    if (basisPoints === null || basisPoints > 10_000) throw new UsageError('--percent is a number, such as 4 or 4.25.')
    const minimumCents = parseDollars(minimum)
    if (minimumCents === null) throw new UsageError('--minimum is dollars, such as 1.00.')
    if (category !== undefined && seller !== undefined) throw new UsageError('A fee is for a category or a seller.')
    const start = from === undefined ? undefined : readDate(from)
    const since = await withDatabase(terminal, async database => {
      const categoryId = category === undefined ? undefined : (await findCategory(database, category)).id
      return setFee(database, { basisPoints, minimumCents, categoryId, sellerEmail: seller, from: start })
    })
    const whose = category ?? seller ?? 'everything'
    terminal.print(`${describe({ basisPoints, minimumCents })} of ${whose} from ${since.toISOString()} on`)
    return true
  },
}

const list: Command = {
  words: 'fee list',
  parameters: '',
  summary: 'shows the fees: which hold, which are to come and which are over',
  takes: 0,
  async run(_given, terminal) {
    for (const rule of await withDatabase(terminal, listFees)) {
      const { state, validFrom, categoryId, categoryName, sellerId, sellerEmail } = rule
      const category = categoryId && `category ${categoryName ?? categoryId}`
      const seller = sellerId && `seller ${sellerEmail ?? sellerId}`
      const whose = category ?? seller ?? 'everything'
      terminal.print(`${state.padStart(5)}  ${validFrom.toISOString()}  ${describe(rule).padEnd(24)}  ${whose}`)
    }
    return true
  },
}

function describe({ basisPoints, minimumCents }: { basisPoints: number; minimumCents: number }): string {
  return `${basisPoints / 100} %${minimumCents > 0 ? `, at least ${formatCents(minimumCents)}` : ''}`
}

/** A day begins in UTC. */
function readDate(text: string): Date {
  const { success } = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text)
  if (!success) throw new UsageError('--from is a date such as 2027-01-31, or a time such as 2027-01-31T09:00:00Z.')
  return new Date(text)
}

export const feeCommands = [set, list]
