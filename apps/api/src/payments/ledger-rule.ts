import type { Compilable } from 'kysely'

/** A rule of phones and money: how many things it was checked on, and a sentence for each that breaks it. */
export interface LedgerRule {
  rule: string
  /** What is counted. */
  of: string
  counted: Compilable<{ count: number }>
  /** One row for each violation; it names its rows. */
  broken: Compilable<{ what: string }>
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
