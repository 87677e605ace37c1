import type { Prisma } from '@second-ring/database'

/** A rule of phones and money: how many things it was checked on, and a sentence for each that breaks it. */
export interface LedgerRule {
  rule: string
  /** What is counted. */
  of: string
  /** Selects one number. */
  counted: Prisma.Sql
  /** Selects `what`: one row for each violation, which names its rows. */
  broken: Prisma.Sql
}

/** A rule that was checked on what is there. */
export interface CheckedRule {
  rule: string
  /** What was counted, such as 'listings', and how many. */
  of: string
  checked: number
  /** A sentence each, naming the rows. */
  violations: string[]
}
