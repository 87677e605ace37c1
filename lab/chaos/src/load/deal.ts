import type { Booking, Crowd } from './crowd.ts'
import type { Person } from './users.ts'

type DealDetails = Awaited<ReturnType<Person['client']['orders']['details']['query']>>
export type Side = DealDetails['viewer']
export type Possible = DealDetails['can'][number]

/** A deal as one of its people sees it who is about to do something. */
export interface Deal {
  crowd: Crowd
  booking: Booking
  person: Person
  details: DealDetails
}

/** What somebody does in a deal, how often beside the others that are possible, and whose it is. */
export interface DealAct {
  by: readonly Side[]
  weight: number
  act(deal: Deal): Promise<void>
}
