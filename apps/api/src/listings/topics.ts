import type { EventTopic } from '#platform/events.ts'

// Ids are the same in capitals; events name them as the database does.

/** What a listing's own page hangs on. */
export const listingTopic = (id: string): EventTopic => `listing:${id.toLowerCase()}`

/** What the list of a category's listings hangs on. */
export const categoryTopic = (id: string): EventTopic => `category:${id.toLowerCase()}`
