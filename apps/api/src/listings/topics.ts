import type { EventTopic } from '#platform/events.ts'

// Ids are the same in capitals; events name them as the database does.

/** The topic of a listing's own page. */
export const listingTopic = (id: string): EventTopic => `listing:${id.toLowerCase()}`

/** The topic of a category's list of listings. */
export const categoryTopic = (id: string): EventTopic => `category:${id.toLowerCase()}`
