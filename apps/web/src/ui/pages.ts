/** How a list that comes in pages finds its next one. */
export const byCursor = {
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

interface List<Input> {
  getInfiniteData: (input: Input) => unknown
  prefetchInfinite: (input: Input) => Promise<void>
}

/**
 * Fetches the first page of a list before its screen is there. A list that is cached is left to the screen, which knows
 * how to fetch all the pages again: a fetch ahead does not, and would end in an error that hides what has changed.
 */
export function prefetchPage<Input>(list: List<Input>, input: Input): void {
  if (!list.getInfiniteData(input)) void list.prefetchInfinite(input)
}
