/** How many calls may come in one request. */
export const BATCH_MAX = 10
/** Where the typed face stands. */
export const RPC_PREFIX = '/trpc'
/** How long a stream is silent before it says that it is there, in milliseconds. */
export const STREAM_PING_MS = 15_000
/** How long a stream may be silent before the client opens another, in milliseconds. */
export const STREAM_SILENCE_MS = 40_000
