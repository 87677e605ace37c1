/** How many calls may come in one request. */
export const BATCH_MAX = 10
/** Where the typed API stands. */
export const RPC_PREFIX = '/trpc'
