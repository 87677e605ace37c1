/**
 * The typed reads that are the same for everyone. They are called without a bearer, so that one answer serves all.
 * The server's tests hold this list against its procedures.
 */
export const sharedReads: readonly string[] = [
  'catalog.categories',
  'catalog.category',
  'catalog.retired',
  'listings.advertised',
  'listings.byCategory',
  'listings.bySeller',
  'listings.get',
  'listings.gone',
  'listings.seller',
  'listings.similar',
  'search.facets',
  'search.listings',
  'search.suggest',
]

/**
 * The header of a read whose answer may be so old at most, in milliseconds. After a change of their own a client sends the
 * time since the change was answered. Durations need no common clock.
 */
export const MAX_AGE_HEADER = 'x-max-age-ms'
