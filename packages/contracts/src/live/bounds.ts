/** How many listings one stream watches. */
export const WATCHED_MAX = 100
/** How many streams one process keeps open for one account, and for one address. */
export const STREAMS_MAX = { account: 40, address: 1000 }
/** Where the stream stands, and the name of the event that says nothing but that it is there. */
export const LIVE_PATH = '/live'
export const PING_EVENT = 'ping'
/** How long a stream is silent before it sends that event, in milliseconds. */
export const STREAM_PING_MS = 15_000
/** How long a stream may be silent before the client opens another, in milliseconds. */
export const STREAM_SILENCE_MS = 40_000
