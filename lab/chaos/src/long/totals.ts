import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addEnds, countEnds, type Ended } from '../ends/coverage.ts'
import type { Product } from '../product/product.ts'

/** The kinds of leg that a long run is made of. */
const legKinds = ['rounds', 'ends', 'model'] as const
export type LegKind = (typeof legKinds)[number]

/** What one leg has come to. */
export interface Leg {
  /** Money operations: what the ledger has posted. */
  operations: number
  ended?: Ended
  kills?: Product['kills']
  webhooks?: Record<string, number>
  differences: string[]
}

/** All that a long run remembers when it is stopped. */
export interface Totals {
  /** Of the first leg; each has the next after those before it. */
  seed: number
  legs: Record<LegKind, { legs: number; seconds: number; operations: number }>
  ended: Ended
  kills: Product['kills']
  webhooks: Record<string, number>
  differences: string[]
}

export interface Goals {
  operations: number
  ends: number
  kills: number
}

/** So far are the seeds of two legs apart: a leg uses some after its own. */
const SEEDS_A_LEG = 100

export function emptyTotals(seed: number): Totals {
  const none = () => ({ legs: 0, seconds: 0, operations: 0 })
  return {
    seed,
    legs: { rounds: none(), ends: none(), model: none() },
    ended: {},
    kills: { api: 0, postgres: 0, cards: 0 },
    webhooks: {},
    differences: [],
  }
}

/** The totals of a run that was stopped; null when there is none. */
export function readTotals(file: string): Totals | null {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/** Writes them as a whole or not at all. */
export function writeTotals(file: string, totals: Totals): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(totals))
  renameSync(`${file}.new`, file)
}

export function addLeg(totals: Totals, kind: LegKind, { leg, seconds }: { leg: Leg; seconds: number }): void {
  const of = totals.legs[kind]
  of.legs += 1
  of.seconds += seconds
  of.operations += leg.operations
  addEnds(totals.ended, leg.ended ?? {})
  for (const what of ['api', 'postgres', 'cards'] as const) totals.kills[what] += leg.kills?.[what] ?? 0
  for (const [what, count] of Object.entries(leg.webhooks ?? {}))
    totals.webhooks[what] = (totals.webhooks[what] ?? 0) + count
  totals.differences.push(...leg.differences)
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
export const operationsOf = ({ legs }: Totals): number => sum(legKinds.map(kind => legs[kind].operations))
const killsOf = ({ kills }: Totals): number => sum(Object.values(kills))
export const seedOf = ({ seed, legs }: Totals): number =>
  seed + SEEDS_A_LEG * sum(legKinds.map(kind => legs[kind].legs))

/** What the next leg is: each kind once, then what is furthest from its goal; null when every goal is reached. */
export function nextLeg(totals: Totals, goals: Goals): LegKind | null {
  const unknown = legKinds.find(kind => totals.legs[kind].legs === 0)
  if (unknown) return unknown
  const kills = killsOf(totals) / goals.kills
  const ends = countEnds(totals.ended).ends / goals.ends
  if (Math.min(kills, ends) < 1) return kills <= ends ? 'rounds' : 'ends'
  if (operationsOf(totals) >= goals.operations) return null
  const rate = (kind: LegKind) => totals.legs[kind].operations / totals.legs[kind].seconds
  return legKinds.toSorted((a, b) => rate(b) - rate(a))[0] ?? null
}

/** The totals, and how long the rest takes at the best rate that was measured here. */
export function describeTotals(totals: Totals, goals: Goals): string {
  const { ends, operations: kinds, steps } = countEnds(totals.ended)
  const operations = operationsOf(totals)
  const hours = sum(legKinds.map(kind => totals.legs[kind].seconds)) / 3600
  const rates = legKinds.map(kind => ({ kind, ...totals.legs[kind] })).filter(({ seconds }) => seconds > 0)
  const perHour = rates.map(({ kind, operations: of, seconds }) => ({ kind, rate: (of / seconds) * 3600 }))
  const best = Math.max(0, ...perHour.map(({ rate }) => rate))
  const webhooks = Object.entries(totals.webhooks).map(([what, count]) => `${count} ${what}`)
  return [
    `Money operations: ${operations} of ${goals.operations}, in ${hours.toFixed(1)} hours.`,
    `Ends in process: ${ends} of ${goals.ends}, in ${kinds} kinds of operation at ${steps} different steps of theirs.`,
    `kill -9: ${killsOf(totals)} of ${goals.kills} (${totals.kills.api} of the API, ${totals.kills.postgres} of PostgreSQL, ${totals.kills.cards} of the card payments).`,
    `Webhooks: ${webhooks.join(', ') || 'none disturbed'}.`,
    `Operations an hour: ${perHour.map(({ kind, rate }) => `${rate.toFixed(0)} by ${kind}`).join(', ')}.`,
    ...(best > 0
      ? [`${goals.operations} operations at the best of these take ${(goals.operations / best).toFixed(1)} hours.`]
      : []),
    `Seed ${totals.seed}. Differences at rest: ${totals.differences.length}`,
    ...totals.differences.map(what => `  ${what}`),
  ].join('\n')
}
