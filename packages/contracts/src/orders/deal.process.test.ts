import { describe, expect, it } from 'vitest'
import { allDealSteps, type DealObstacle, type DealStage, dealStages, decisionDeadlines } from './deal.process.ts'

const stages = Object.keys(dealStages) as DealStage[]
/** Where a deal may rest for good. A charge that comes late leads out of EXPIRED, an appeal out of REFUNDED. */
const ends: readonly DealStage[] = ['RELEASED', 'PARTLY_REFUNDED', 'CANCELLED', 'EXPIRED', 'REFUNDED']
/** What is in the way is over in the end: a bank decides, a refund arrives or fails. */
const obstacles: readonly DealObstacle[] = ['disputed', 'moneyHeld', 'refundUnderWay']

const stepsFrom = (stage: DealStage) => allDealSteps.filter(({ from }) => from.includes(stage))
const within = stages.filter(stage => !ends.includes(stage))

/** Every stage that a deal may come to from one, itself included. */
function explore(start: DealStage): Set<DealStage> {
  const seen = new Set([start])
  for (const stage of seen) for (const { to } of stepsFrom(stage)) seen.add(to)
  return seen
}

describe('the table of the deal', () => {
  it('leads to every stage from a booking', () => {
    expect([...explore('PLACED')].toSorted()).toEqual(stages.toSorted())
  })

  it.each(within)('has a way from %s to an end', stage => {
    expect([...explore(stage)].some(reached => ends.includes(reached))).toBe(true)
  })

  it.each(ends)('leaves %s by a late charge or a bank that decides once more at the most', stage => {
    const late: Partial<Record<DealStage, string[]>> = { EXPIRED: ['paidLate'], REFUNDED: ['disputeWonLate'] }
    expect([...new Set(stepsFrom(stage).map(({ event }) => event))]).toEqual(late[stage] ?? [])
  })

  it.each(within)('has a deadline for %s, after which the market acts or until which an admin decides', stage => {
    const deadlines = stepsFrom(stage).flatMap(({ deadline }) => deadline ?? [])
    const decided = decisionDeadlines[stage]
    expect([...deadlines, ...(decided === undefined ? [] : [decided])]).not.toEqual([])
  })

  it('lets an admin decide wherever it says until when, and nothing else act by itself there', () => {
    const decided = stages.filter(stage => decisionDeadlines[stage] !== undefined)
    for (const stage of decided) {
      const steps = stepsFrom(stage)
      expect([stage, steps.some(({ by }) => by.includes('admin'))]).toEqual([stage, true])
      expect([stage, steps.filter(({ deadline }) => deadline !== undefined)]).toEqual([stage, []])
    }
  })

  it('comes to no circle: a deal that goes on ends, for what leads back is done once', () => {
    const isCircle = (stage: DealStage, path: readonly string[], done: readonly (typeof allDealSteps)[number][]) => {
      const here = `${stage} after ${done.map(({ event, by }) => `${event} by ${by}`).toSorted()}`
      if (path.includes(here)) return true
      return stepsFrom(stage)
        .filter(step => !done.includes(step))
        .some((step): boolean => isCircle(step.to, [...path, here], step.once ? [...done, step] : done))
    }
    expect(within.filter(stage => isCircle(stage, [], []))).toEqual([])
  })

  it('acts by itself at each deadline, and at no other', () => {
    for (const { by, deadline } of allDealSteps) if (deadline !== undefined) expect(by).toEqual(['market'])
  })

  it('names the ending of each step that ends the deal for the two, once for each state', () => {
    for (const { to, ending, event } of allDealSteps) {
      const isEnd = ['HANDED_OVER', 'CANCELLED', 'EXPIRED', 'REFUNDED'].includes(dealStages[to])
      expect([event, ending !== undefined]).toEqual([event, isEnd])
    }
  })

  it('leaves a way out once nothing is in the way, whatever was', () => {
    for (const stage of within) {
      for (const obstacle of obstacles) {
        const blocked = stepsFrom(stage).filter(({ unless }) => unless?.includes(obstacle))
        const free = stepsFrom(stage).filter(({ unless }) => !unless?.includes(obstacle))
        // What waits for the bank has what the bank brings, or its deadline acts afterwards.
        const goesOn = free.length > 0 || blocked.some(({ deadline }) => deadline !== undefined)
        expect([stage, obstacle, goesOn]).toEqual([stage, obstacle, true])
      }
    }
  })
})

/** The table as a diagram: an edge for each pair of stages, with what leads from one to the other, and by whom. */
function drawn(): string {
  const edges = new Map<string, Set<string>>()
  for (const { event, from, to, by } of allDealSteps) {
    for (const stage of from) {
      const edge = `${stage} --> ${to}`
      edges.set(edge, (edges.get(edge) ?? new Set()).add(`${event} (${by.join(', ')})`))
    }
  }
  const lines = [
    '[*] --> PLACED: place (buyer)',
    ...[...edges].map(([edge, events]) => `${edge}: ${[...events].join('<br>')}`),
    ...ends.map(stage => `${stage} --> [*]`),
  ]
  return `# The steps of a deal

Drawn from \`packages/contracts/src/orders/deal.process.ts\` by its test: \`pnpm --filter @second-ring/contracts test deal --update\`.
What a step waits for, its deadline and how the order has ended then stand in the table.

\`\`\`mermaid
stateDiagram-v2
${lines.map(line => `    ${line}`).join('\n')}
\`\`\`
`
}

it('the diagram of the deal is current', async () => {
  await expect(drawn()).toMatchFileSnapshot('../../../../docs/deal.md')
})
