import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  addLeg,
  describeTotals,
  emptyTotals,
  nextLeg,
  operationsOf,
  readTotals,
  seedOf,
  writeTotals,
} from './totals.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'second-ring-totals-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const goals = { operations: 1000, ends: 10, kills: 10 }
const ended = { refund: { 'before COMMIT': 4, 'after COMMIT': 1, 'after insert into refunds (2)': 1 } }

function afterOneOfEach() {
  const totals = emptyTotals(7)
  addLeg(totals, 'rounds', {
    leg: { operations: 300, kills: { api: 8, postgres: 1, cards: 1 }, webhooks: { lost: 2 }, differences: [] },
    seconds: 100,
  })
  addLeg(totals, 'ends', { leg: { operations: 50, ended, webhooks: { lost: 1 }, differences: [] }, seconds: 100 })
  addLeg(totals, 'model', { leg: { operations: 100, differences: [] }, seconds: 100 })
  return totals
}

describe('the totals of a long run', () => {
  it('begin with a leg of each kind', () => {
    expect(nextLeg(emptyTotals(1), goals)).toBe('rounds')
  })

  it('go on with what is furthest from its goal, then with what does most in its time, until all is reached', () => {
    const totals = afterOneOfEach()
    expect(nextLeg(totals, goals)).toBe('ends')
    addLeg(totals, 'ends', { leg: { operations: 50, ended, differences: [] }, seconds: 100 })
    expect(nextLeg(totals, goals)).toBe('rounds')
    addLeg(totals, 'rounds', { leg: { operations: 500, differences: [] }, seconds: 100 })
    expect(operationsOf(totals)).toBe(1000)
    expect(nextLeg(totals, goals)).toBeNull()
  })

  it('are sums, whose legs have seeds of their own', () => {
    const totals = afterOneOfEach()
    expect(totals.webhooks).toEqual({ lost: 3 })
    expect(seedOf(totals)).toBe(307)
    const text = describeTotals(totals, goals)
    expect(text).toContain('Money operations: 450 of 1000, in 0.1 hours.')
    expect(text).toContain('Ends in process: 6 of 10, in 1 kinds of operation at 2 different steps of theirs.')
    expect(text).toContain('kill -9: 10 of 10')
    expect(text).toContain('Seed 7. Differences at rest: 0')
  })

  it('are read again as they were written, and there are none at first', () => {
    const file = path.join(folder, '.data', 'totals.json')
    expect(readTotals(file)).toBeNull()
    const totals = afterOneOfEach()
    writeTotals(file, totals)
    expect(readTotals(file)).toEqual(totals)
  })
})
