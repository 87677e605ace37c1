import type pg from 'pg'
import { type Contender, measureInTurn, type Statistics } from './measure.ts'
import type { Options } from './options.ts'
import type { Subjects } from './pick-subjects.ts'
import type { Load } from './start-load.ts'
import type { MeasuredServer } from './start-servers.ts'

/** The servers on a catalogue of one size. */
export interface Site {
  size: number
  database: string
  subjects: Subjects
  bare: MeasuredServer
  /** The product with its cache. */
  kept: MeasuredServer
  /** The product without: each read is one of the database. */
  read: MeasuredServer
}

/** What every part of the bench works with. */
export interface Bench {
  options: Options
  load: Load
  admin: pg.Pool
  /** Tells whoever waits. */
  say(text: string): void
}

/** Something that was promised, and what came of it. */
export interface Target {
  what: string
  measured: number
  limit: number
  kind: 'at least' | 'at most'
  unit: '×' | 'MB' | 'ms'
}

export const isKept = ({ measured, limit, kind }: Target) =>
  kind === 'at least' ? measured >= limit : measured <= limit

/** Measures with the options of the run. */
export function inTurn({ options, load, admin }: Bench, contenders: Contender[]): Promise<Map<string, Statistics[]>> {
  const { seconds, rounds, connections } = options
  return measureInTurn(contenders, { load, admin, seconds, rounds, connections })
}

export function roundsOf(figures: Map<string, Statistics[]>, name: string): Statistics[] {
  const rounds = figures.get(name)
  if (!rounds) throw new Error(`${name} was not measured`)
  return rounds
}
