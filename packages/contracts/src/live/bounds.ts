/** How many listings one stream watches. */
export const WATCHED_MAX = 100
/** How many streams one process keeps open for one account, and for one address. */
export const STREAMS_MAX = { account: 40, address: 1000 }
