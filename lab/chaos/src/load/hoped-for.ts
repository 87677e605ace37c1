import { agreementNames } from './agreements.ts'
import { claimNames } from './claims.ts'
import { payeeNames } from './payees.ts'
import { redeliveryNames } from './redeliver.ts'

/** What the crowd does after the payment: over a long run each of it is accepted now and then. */
const hopedFor = [...agreementNames, ...claimNames, ...payeeNames, ...redeliveryNames]

/** @returns those that were never accepted */
export function neverDone(done: Readonly<Record<string, number>>): string[] {
  return hopedFor.filter(name => !done[name])
}
