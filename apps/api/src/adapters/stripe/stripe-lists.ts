import type * as z from 'zod/mini'
import { listAnswer, parseAnswer, providerUnavailable } from './stripe-answers.ts'

const PAGE = 100

interface Page {
  limit: number
  starting_after?: string
}

/**
 * All items of a list of the provider's, read page by page.
 * @throws DomainError PROVIDER_UNAVAILABLE, also for an answer that is no such list
 */
export async function* listAll<Item extends z.ZodMiniType<{ id: string }>>(
  item: Item,
  list: (page: Page) => Promise<unknown>,
): AsyncGenerator<z.output<Item>> {
  for (let page: Page = { limit: PAGE }; ; ) {
    const answer = parseAnswer(listAnswer(item), await list(page).catch(unavailable))
    yield* answer.data
    const last = answer.data.at(-1)
    if (!answer.has_more || !last) return
    page = { limit: PAGE, starting_after: last.id }
  }
}

/** The same at once, for lists that are short. */
export async function readAll<Item extends z.ZodMiniType<{ id: string }>>(
  item: Item,
  list: (page: Page) => Promise<unknown>,
): Promise<z.output<Item>[]> {
  const items: z.output<Item>[] = []
  for await (const one of listAll(item, list)) items.push(one)
  return items
}

function unavailable(error: unknown): never {
  throw providerUnavailable(error)
}
