import {
  allDealSteps,
  type DealEvent,
  type DealObstacle,
  type DealStage,
} from '@second-ring/contracts/orders/deal.process'
import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { isDisputed, isMoneyHeld } from '#platform/disputed.ts'
import { isRefundUnderWay } from './refund-progress.ts'

const { not, or } = expressionBuilder()

/** Whether each stands in the way of an order `o`. */
const obstacles: Record<DealObstacle, Expression<SqlBool>> = {
  disputed: isDisputed,
  moneyHeld: isMoneyHeld,
  refundUnderWay: isRefundUnderWay,
}

/**
 * Whether nothing keeps an event from an order `o` for now, as the deal's table has it; with `to`, of its steps that lead there.
 */
export function isUnobstructed(event: DealEvent, to?: DealStage): Expression<SqlBool> {
  const steps = allDealSteps.filter(step => step.event === event && (to === undefined || step.to === to))
  if (steps.length === 0) throw new Error(`No step is ${event} to ${to}`)
  const names = new Set(steps.flatMap(({ unless = [] }) => unless))
  return not(or([...names].map(name => obstacles[name])))
}
