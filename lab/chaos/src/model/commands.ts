import fc from 'fast-check'
import type { Model } from './model.ts'
import { buyerMoves, lineMoves } from './moves/buyer.ts'
import { claimMoves } from './moves/claims.ts'
import { otherMoves, sellerMoves } from './moves/others.ts'
import { providerMoves } from './moves/provider.ts'
import { type Real, viewOfModel, viewOfReal } from './real.ts'

/** Something that somebody does: what the model says of it, and how it is done. */
export interface Move {
  name: string
  isPossible(model: Model): boolean
  /** Changes the model. @returns the answer to expect */
  expect(model: Model): string
  make(real: Real): Promise<string>
}

/** A move as fast-check makes it: on the model and on the market, which must answer and look the same. */
class MoveCommand implements fc.AsyncCommand<Model, Real> {
  readonly move: Move
  constructor(move: Move) {
    this.move = move
  }
  check(model: Readonly<Model>): boolean {
    return this.move.isPossible(model)
  }
  async run(model: Model, real: Real): Promise<void> {
    const expected = this.move.expect(model)
    const answer = await this.move.make(real)
    if (answer !== expected) throw new Error(`${this.move.name}: answered ${answer}, not ${expected}`)
    const [should, is] = [viewOfModel(model), await viewOfReal(real)]
    const differences = should.flatMap((line, index) => (line === is[index] ? [] : [`${is[index]}, not: ${line}`]))
    if (differences.length > 0) throw new Error(`after ${this.move.name}: ${differences.join('; ')}`)
  }
  toString(): string {
    return this.move.name
  }
}

/** Sequences of moves by everyone. */
export function moveSequences(longest: number) {
  const moves = [...buyerMoves, ...lineMoves, ...sellerMoves, ...claimMoves, ...otherMoves, ...providerMoves]
  return fc.commands(
    moves.map(move => move.map(one => new MoveCommand(one))),
    { maxCommands: longest, size: 'max' },
  )
}
