import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import type { Market } from '@second-ring/testkit'

export type { Person } from '@second-ring/api/http/rest/testing/rest-client'

/** People of a market: `person` has an account, `newcomer` is known to the identity provider alone. */
export function peopleOf(market: Market): Pick<ReturnType<typeof restClient>, 'person' | 'newcomer'> {
  return restClient(market)
}
