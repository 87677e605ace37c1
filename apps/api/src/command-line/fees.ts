import { formatCents, parseDollars } from '@second-ring/contracts/money'
import * as z from 'zod/mini'
import { listFeeTaxes } from '#fees/list-fee-taxes.ts'
import { listFees } from '#fees/list-fees.ts'
import { setFee } from '#fees/set-fee.ts'
import { setFeeTax } from '#fees/set-fee-tax.ts'
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
    const basisPoints = readPercent(percent)
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

const setTax: Command = {
  words: 'fee set-tax',
  parameters: '--percent NUMBER [--from DATE]',
  summary: 'sets the tax that the fees include, for what is booked from now, or from a later date, on; 0 ends it',
  takes: 0,
  options: ['percent', 'from'],
  async run({ options: { percent = '', from } }, terminal) {
    const basisPoints = readPercent(percent)
    const start = from === undefined ? undefined : readDate(from)
    const since = await withDatabase(terminal, database => setFeeTax(database, { basisPoints, from: start }))
    terminal.print(`Fees include ${basisPoints / 100} % tax from ${since.toISOString()} on`)
    return true
  },
}

const list: Command = {
  words: 'fee list',
  parameters: '',
  summary: 'shows the fees and their tax: which hold, which are to come and which are over',
  takes: 0,
  async run(_given, terminal) {
    const { fees, taxes } = await withDatabase(terminal, async database => {
      return { fees: await listFees(database), taxes: await listFeeTaxes(database) }
    })
    for (const rule of fees) {
      const { categoryId, categoryName, sellerId, sellerEmail } = rule
      const category = categoryId && `category ${categoryName ?? categoryId}`
      const seller = sellerId && `seller ${sellerEmail ?? sellerId}`
      const whose = category ?? seller ?? 'everything'
      terminal.print(lineOf(rule, describe(rule), whose))
    }
    for (const tax of taxes) terminal.print(lineOf(tax, `${tax.basisPoints / 100} % tax`, 'in the fees'))
    return true
  },
}

function lineOf({ state, validFrom }: { state: string; validFrom: Date }, what: string, whose: string): string {
  return `${state.padStart(5)}  ${validFrom.toISOString()}  ${what.padEnd(24)}  ${whose}`
}

function describe({ basisPoints, minimumCents }: { basisPoints: number; minimumCents: number }): string {
  return `${basisPoints / 100} %${minimumCents > 0 ? `, at least ${formatCents(minimumCents)}` : ''}`
}

/** Two decimals of a percent are as exact as two of a dollar. */
function readPercent(text: string): number {
  const basisPoints = parseDollars(text)
  if (basisPoints === null || basisPoints > 10_000) throw new UsageError('--percent is a number, such as 4 or 4.25.')
  return basisPoints
}

/** A day begins in UTC. */
function readDate(text: string): Date {
  const { success } = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text)
  if (!success) throw new UsageError('--from is a date such as 2027-01-31, or a time such as 2027-01-31T09:00:00Z.')
  return new Date(text)
}

export const feeCommands = [set, setTax, list]
