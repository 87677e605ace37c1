import { facetsStatement } from '@second-ring/api/search/facets-statement'
import { pageStatement } from '@second-ring/api/search/page-statement'
import { sorts } from '@second-ring/contracts/search/search-listings'
import type { Composed } from './check-statements.ts'

const shapes = [true, false].flatMap(hasWords =>
  [true, false].map(others => ({ hasWords, inCategory: others, isLocated: others, verifiedOnly: others })),
)

/** The statements of `apps/api` whose SQL no single place writes down: their texts, or the test that runs each. */
export const composed: Composed = {
  // Put together by the shape of a search: here by the shapes with every filter and with none.
  'src/search/find-at-once.ts': {
    texts: shapes.flatMap(shape =>
      sorts.flatMap(sort => [true, false].map(isPartly => pageStatement({ ...shape, sort, isPartly }))),
    ),
  },
  'src/search/count-at-once.ts': { texts: shapes.map(facetsStatement) },
  // Its numbers are joined, and no single place says how many they are.
  'src/search/save-search.ts': { heldBy: 'src/search/saved-searches.test.ts' },
}
