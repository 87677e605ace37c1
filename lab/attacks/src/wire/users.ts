import { restClient } from '@second-ring/api/http/rest/testing/rest-client'
import type { Market } from '@second-ring/testkit'

export type { TestUser as Person } from '@second-ring/api/http/rest/testing/rest-client'

/** Users of a market: `person` has an account, `newcomer` is known to the identity provider alone. */
export function usersOf(market: Market) {
  const { user, newcomer } = restClient(market)
  return { person: user, newcomer }
}
